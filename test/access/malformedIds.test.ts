import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/areas/index.ts'
import { idKinds, pathParameters } from '../../src/contract/ids.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { unwrap } from '../../src/contract/shapes/requestFields.ts'
import { type IdKind, newId } from '../../src/kernel/ids.ts'
import { anApp } from '../support/app.ts'
import type { OperationName } from '../support/restClient.ts'
import { anAccessFixture, type Caller } from './fixtures.ts'
import { restAccessTable } from './restTable.ts'

const app = await anApp()
const fixture = await anAccessFixture(app)
const NOW = new Date()
const MALFORMED = 'nonsense'

const isNamed = (name: string): name is OperationName => name in restAccessTable
const rows = Object.entries<Operation>(contract).flatMap(([name, row]) =>
  isNamed(name) && name !== 'logout' && name !== 'deleteUser' ? [{ name, row }] : [],
)

interface IdField {
  readonly path: readonly string[]
  readonly kind: IdKind
}

/** The ids in a schema; items of lists are named `0`. */
function idsIn(schema: z.core.$ZodType, path: readonly string[] = []): IdField[] {
  const inner = unwrap(schema)
  const kind = inner instanceof z.ZodType ? idKinds.get(inner)?.kind : undefined
  if (kind) return [{ path, kind }]
  if (inner instanceof z.ZodObject)
    return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([name, field]) => idsIn(field, [...path, name]))
  if (inner instanceof z.ZodArray) return idsIn(inner.element, [...path, '0'])
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => idsIn(option, path)).slice(0, 1)
  return []
}

function placed(base: unknown, [name, ...rest]: readonly string[], value: string): unknown {
  if (name === undefined) return value
  const part = placed(Object(base)[name], rest, value)
  return name === '0' ? [part] : { ...Object(base), [name]: part }
}

/** Answers of an operation that is called as the table of access has it, with one value in the place of another. */
async function answerTo(name: OperationName, path: readonly string[], value: string, caller: Caller) {
  const call = restAccessTable[name].call?.(fixture.things) ?? {}
  const { status, body } = await fixture.clientOf(caller).try(name, { ...Object(placed(call, path, value)) })
  const { message } = Object(Object(body).error)
  return { status, message: String(message).replaceAll(value, '<id>') }
}

/** What legacy clients are told of a malformed id, by its kind. */
const TEXTS: Readonly<Partial<Record<IdKind, string>>> = {
  user: 'User <id> not found',
  world: 'World <id> not found',
  avatar: 'Avatar Not Found',
  group: "Can't find group!",
  groupRole: "Can't find role!",
  groupGallery: "Can't find gallery!",
  product: 'Listing not found',
  store: 'Store not found',
  inventoryItem: 'Inventory item not found',
}

/** Of a slot, other words are refused with the field. */
const inPaths = rows.flatMap(({ name, row }) =>
  Object.entries(pathParameters).flatMap(([parameter, { schema }]) => {
    const [id] = name !== 'unequipOwnInventorySlot' && row.path.includes(`{${parameter}}`) ? idsIn(schema) : []
    return id ? [[`${name} ${parameter}`, { name, parameter, kind: id.kind }] as const] : []
  }),
)

/** Where a well-formed id leads to another thing that is missing, or where documents have a text for malformed ids. */
const OTHER_TEXTS = new Set([
  ...['updateBadge userId', 'deleteUserPersistence userId', 'checkUserPersistenceExists userId'],
  ...['getFavoriteGroup userId', 'updateFavoriteGroup userId', 'clearFavoriteGroup userId'],
  ...['getUserInventoryItem userId', 'getJam jamId', 'getJamSubmissions jamId'],
  ...['submitJamContent jamId', 'deleteJamSubmission jamId'],
  ...['getInstance worldId', 'getWorldInstance worldId', 'getShortName worldId'],
])

describe('a malformed id in a path', () => {
  it.each(inPaths)('is not found, with the text of an unknown one: %s', async (title, { name, parameter, kind }) => {
    const malformed = await answerTo(name, [parameter], MALFORMED, 'admin')
    expect(malformed.status).toBe(404)
    if (OTHER_TEXTS.has(title)) return
    for (const caller of ['owner', 'admin'] as const) {
      const unknown = await answerTo(name, [parameter], newId(kind, NOW), caller)
      if (unknown.status === 404) expect(malformed).toEqual(unknown)
    }
  })
})

const fieldsOf = (part: 'query' | 'body') =>
  rows.flatMap(({ name, row }) => {
    const schema = row[part]
    const ids = schema ? idsIn(schema) : []
    return ids.map(({ path, kind }) => [`${name} ${path.join('.')}`, { name, path: [part, ...path], kind }] as const)
  })

describe('a malformed id in a query', () => {
  it.each(fieldsOf('query'))('is not found: %s', async (_title, { name, path, kind }) => {
    expect(await answerTo(name, path, MALFORMED, 'admin')).toEqual({ status: 404, message: TEXTS[kind] })
  })
})

/** Ids of what bodies act upon; all others refer to something, and are refused with the name of their field. */
const SUBJECTS = [
  'updateUserNote targetUserId',
  'initiateOrAcceptGroupTransfer transferTargetId',
  'createGroupInvite userId',
  'banGroupMember userId',
  'setGroupGalleryFileOrder galleryId',
  'createInstance worldId',
  'moderateUser moderated',
  'unmoderateUser moderated',
  'createGlobalAvatarModeration targetAvatarId',
  'shareInventoryItemDirect itemId',
  'purchaseProductListing contextData.storeId',
  'purchaseProductListing contextData.worldId',
  'purchaseProductListing listingId',
]

describe('a malformed id in a body', () => {
  it('has the fields that are checked', () => {
    const titles = fieldsOf('body').map(([title]) => title)
    expect(titles).toEqual(expect.arrayContaining(SUBJECTS))
  })

  it.each(fieldsOf('body'))('is not found, or refused with its field: %s', async (title, { name, path, kind }) => {
    const malformed = await answerTo(name, path, MALFORMED, 'admin')
    if (SUBJECTS.includes(title)) return expect(malformed).toEqual({ status: 404, message: TEXTS[kind] })
    const [, field = ''] = path
    expect(malformed).toMatchObject({ status: 400, message: expect.stringContaining(field) })
    expect((await answerTo(name, path, newId(kind, NOW), 'admin')).message).not.toBe(TEXTS[kind])
  })
})

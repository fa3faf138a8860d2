import { URL_TABLES } from '../../src/areas/system/ownUrls/columns.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import type { WorldId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { anAvatarRequest } from './avatars.ts'
import { aTemplate } from './inventory.ts'
import { mutate } from './jams.ts'
import { aNotification } from './notifications.ts'
import { aProp } from './props.ts'
import { aWorldReportRequest, submitReport } from './reports.ts'
import { aName, anAdmin, aUser, type TestUser } from './users.ts'
import { aFileUrl, aWorld } from './worlds.ts'

/** A column of the database that holds text, lists of it or JSON. */
interface TextColumn {
  readonly table: string
  readonly column: string
}

/** Columns that hold the host of the server for another reason than a URL of a file. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'PublicUrl.url': 'tells URLs of the server from others',
}

const identifier = (text: string) => Prisma.raw(`"${text}"`)

/** Columns, as `Table.column`, in which a row holds a URL with the scheme and host of the server. */
export async function columnsWithOwnUrls(app: TestApp, url = app.platform.settings.PUBLIC_URL): Promise<string[]> {
  const { sql } = app.scope()
  const columns = await sql<TextColumn>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND (data_type IN ('text', 'jsonb') OR udt_name = '_text')`
  const checks = columns.map(
    ({ table, column }) => Prisma.sql`
      SELECT ${`${table}.${column}`}::text AS name WHERE EXISTS (
        SELECT FROM ${identifier(table)} WHERE position(${url} IN ${identifier(column)}::text) > 0)`,
  )
  const found = await sql<{ readonly name: string }>`${Prisma.join(checks, ' UNION ALL ')} ORDER BY name`
  return found.map((one) => one.name).filter((one) => !(one in EXCEPTIONS))
}

/** Every column that holds URLs of the server, except those of the Prop and AdminAssetBundle that nothing writes. */
export const WRITTEN_URL_COLUMNS = URL_TABLES.flatMap(({ table, texts = [], json = [] }) =>
  [...texts, ...json].filter((column) => column !== 'unityPackageUrl').map((column) => ({ table, column })),
)

const HTTP = /^https?:/

/** The columns, as `Table.column`, in which no row holds the path of a file of the server. */
export async function columnsWithoutPaths(app: TestApp): Promise<string[]> {
  const missing: string[] = []
  for (const { table, column } of WRITTEN_URL_COLUMNS) {
    const [row] = await app.scope().sql`
      SELECT FROM ${identifier(table)} WHERE ${identifier(column)}::text ~ '(^|": ")/(api|payments)/' LIMIT 1`
    if (!row) missing.push(`${table}.${column}`)
  }
  return missing
}

/** Makes rows what versions before this one have written on a server at `url`, and forgets the starts. */
export async function makeRowsOfEarlierVersion(app: TestApp, url: string): Promise<void> {
  if (!HTTP.test(url)) throw new Error(`${url} is no URL`)
  const { sql } = app.scope()
  for (const { table, column } of WRITTEN_URL_COLUMNS) {
    const [type] = await sql<{ readonly name: string }>`
      SELECT data_type AS name FROM information_schema.columns WHERE table_name = ${table} AND column_name = ${column}`
    const cast = Prisma.raw(type?.name ?? 'text')
    await sql`UPDATE ${identifier(table)}
      SET ${identifier(column)} = regexp_replace(${identifier(column)}::text, '(^|": ")/(?=api|payments)', ${`\\1${url}/`}, 'g')::${cast}
      WHERE ${identifier(column)}::text ~ '(^|": ")/(api|payments)/'`
  }
  await sql`DELETE FROM "PublicUrl"`
}

/** People and content with a URL of the server in each column that holds such. */
export interface UrlBearers {
  readonly ada: TestUser
  readonly admin: TestUser
  readonly worldId: WorldId
  readonly avatarId: string
  readonly propId: string
}

/** Fills every column that holds URLs of the server by acts. */
export async function fillUrlColumns(app: TestApp): Promise<UrlBearers> {
  const [ada, admin] = [await aUser(app), await anAdmin(app)]
  const image = await aFileUrl(app, ada.id, '.png')
  const worldId = await aWorld(app, ada)
  const { id: avatarId } = await ada.api.call('createAvatar', { body: await anAvatarRequest(app, ada.id) })
  await ada.api.call('selectAvatar', { avatarId })
  const propId = await aProp(app, ada)
  const pictures = { userIcon: image, profilePicOverride: image, bannerCustomUrl: image, bannerType: 'customImage' }
  await act(app, ada, 'updateProfile', { ...pictures, bannerType: 'CUSTOM_IMAGE' })
  await submitReport(admin, aWorldReportRequest(worldId))
  await act(app, ada, 'startStorePurchase', { bundleId: 'tbdl_tokens-600', idempotencyKey: aName() })
  await fillByAdmin(app, { admin, receiverId: ada.id, image })
  await aNotification(app, ada.id, { imageUrl: image })
  await aNotification(app, ada.id, { type: 'invite', imageUrl: image, details: { imageUrl: image } })
  return { ada, admin, worldId, avatarId, propId }
}

interface AdminActs {
  readonly admin: TestUser
  readonly receiverId: string
  readonly image: string
}

async function fillByAdmin(app: TestApp, { admin, receiverId, image }: AdminActs): Promise<void> {
  const name = aName()
  const badge = await act(app, admin, 'createBadge { badge { id } }', { name, description: '', imageUrl: image })
  await act(app, admin, 'awardBadge', { userId: receiverId, badgeId: Object(badge).badge.id })
  const platform = { assetVersion: 1, platform: 'standalonewindows', unityVersion: '2022.3.22f1', variant: 'standard' }
  await act(app, admin, 'createAdminAssetBundle', {
    ...{ assetType: 'droneskin', name, description: '', imageUrl: image, thumbnailUrl: image, isPublic: true },
    packages: [{ ...platform, assetUrl: image }],
  })
  const item = { itemType: 'BUNDLE', name, bundledTemplateIds: [await aTemplate(app)], imageUrl: image, status: 'LIVE' }
  const made = await act(app, admin, 'createInventoryTemplate { template { id } }', item)
  await act(app, admin, 'createInventoryDrop', {
    ...{ name, templateIds: [Object(made).template.id], notice: { title: name, imageUrl: image } },
    ...{ startsAt: '2030-01-01T00:00:00Z', endsAt: '2030-01-02T00:00:00Z' },
  })
  const bundle = { slug: name, tokens: 1, amount: 1, description: '', imageUrl: image }
  await act(app, admin, 'setTokenBundle', bundle)
  await act(app, admin, 'createInfoPush', {
    slug: name,
    tags: ['urls'],
    data: { imageUrl: image, article: { imageUrl: image } },
  })
  const message = { type: 'MODERATION_NOTICE', title: name, message: name, imageUrl: image }
  await act(app, admin, 'sendNotification', { ...message, receiverIds: [receiverId] })
}

/** Runs a mutation. Throws if it is refused. */
async function act(app: TestApp, person: TestUser, mutation: string, input: object): Promise<unknown> {
  const { payload, error } = await mutate(app, person, mutation, input)
  if (error) throw new Error(`${mutation}: ${JSON.stringify(error)}`)
  return payload
}

import type { AvatarStyle } from '../../../generated/prisma/client.ts'
import { Failure, invalid } from '../../../kernel/failure.ts'
import { type AvatarStyleId, newId } from '../../../kernel/ids.ts'
import type { InputRule } from '../../../kernel/inputFaults.ts'
import type { Scope, ViewerScope } from '../../../kernel/scope.ts'
import { isBlank } from '../../../kernel/texts.ts'
import { isUniqueViolation } from '../../../kernel/transaction.ts'
import { staffAct } from '../../audit/staffAct.ts'

/** The styles that a person gives an avatar: ids, or empty texts for none. */
export interface StylesInput {
  readonly primaryStyle?: string | undefined
  readonly secondaryStyle?: string | undefined
}

const STYLE_FIELDS = ['primaryStyle', 'secondaryStyle'] as const

/** The rules that the styles exist. */
export const styleRules = (scope: Pick<Scope, 'db'>, input: StylesInput): InputRule[] =>
  STYLE_FIELDS.map((field) => () => styleIdOf(scope, field, input[field]))

/** The columns for styles of an avatar; those left out stay as they are. Throws `invalid` for an unknown style. */
export async function styleColumns(scope: Pick<Scope, 'db'>, input: StylesInput) {
  const { primaryStyle, secondaryStyle } = input
  return {
    ...(primaryStyle !== undefined && { primaryStyleId: await styleIdOf(scope, 'primaryStyle', primaryStyle) }),
    ...(secondaryStyle !== undefined && { secondaryStyleId: await styleIdOf(scope, 'secondaryStyle', secondaryStyle) }),
  }
}

/** Styles are never deleted, so one that is there stays there. */
async function styleIdOf({ db }: Pick<Scope, 'db'>, field: string, id: string | undefined): Promise<string | null> {
  if (!id) return null
  if (!(await db.avatarStyle.findUnique({ where: { id } })))
    throw invalid(field, `${field} must be the id of a style`, 'unknown_reference')
  return id
}

interface StyleChange {
  /** The style to rename; absent for a new one. */
  readonly id?: AvatarStyleId | undefined
  readonly name: string
}

/**
 * Creates a style of avatars, or renames one. Admins only. Throws `forbidden`, `missing` for an unknown id, `invalid` for
 * a blank name, `conflict` for one that another style has.
 */
export const setAvatarStyle = (scope: ViewerScope, { id, name: text }: StyleChange): Promise<AvatarStyle> =>
  staffAct(scope, 'setAvatarStyle', async ({ db, now }) => {
    const name = text.trim()
    if (isBlank(name)) throw invalid('name', 'name must not be empty', { reason: 'too_short', min: 1 })
    const result = await (id ? renameStyle({ db }, id, name) : createStyle({ db, now }, name)).catch((error) => {
      throw isUniqueViolation(error) ? styleExists() : error
    })
    return { subjectId: result.id, result }
  })

const createStyle = ({ db, now }: Pick<Scope, 'db' | 'now'>, name: string) =>
  db.avatarStyle.create({ data: { id: newId('avatarStyle', now), name } })

async function renameStyle({ db }: Pick<Scope, 'db'>, id: AvatarStyleId, name: string): Promise<AvatarStyle> {
  const [style] = await db.avatarStyle.updateManyAndReturn({ where: { id }, data: { name } })
  if (!style) throw new Failure('missing', 'Avatar style not found', { reason: 'avatar_style_not_found' })
  return style
}

const styleExists = () => new Failure('conflict', 'Another style has this name', { reason: 'style_exists' })

/** The styles of avatars by name. */
export const listAvatarStyles = ({ db }: Pick<Scope, 'db'>) => db.avatarStyle.findMany({ orderBy: { name: 'asc' } })

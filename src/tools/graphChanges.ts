import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core'
import { buildSchema, type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { entriesOf } from './graphChangelog.ts'

interface ComparedSchemas {
  /** SDL with the comment of `releasedText`; null before the first release. */
  readonly released: string | null
  readonly current: string
  readonly changelog: string
  /** Like 2030-01-31. */
  readonly today: string
}

const RELEASED_AS = /^# Released as (\S+)\n/

/** The released schema as it is stored: with its version. */
export const releasedText = (schema: string, version: string) => `# Released as ${version}\n${schema}`

/** What must be mended before the schema is taken: breaking changes without announcement, and gaps of the changelog. */
export async function changeFaults({ released, current, changelog, today }: ComparedSchemas): Promise<string[]> {
  const [unreleased, last] = entriesOf(changelog)
  const version = released && (RELEASED_AS.exec(released)?.[1] ?? 'unknown')
  if (unreleased?.version !== null) return ['the changelog begins with no entry "## Unreleased"']
  if (version !== (last?.version ?? null))
    return [`the released schema is ${version ?? 'missing'}, but the newest entry is ${last?.version ?? 'none'}`]
  if (released === null) return []
  const before = buildSchema(released)
  const changes = await diff(before, buildSchema(current))
  const isAnnounced = announcedBy(before, unreleased.breaking, today)
  return [
    ...changes
      .filter(isBreaking)
      .filter((change) => !isAnnounced(change.path ?? ''))
      .map(breakingFault),
    ...(changes.length > 0 && unreleased.text === '' ? ['the schema has changed, but "Unreleased" is empty'] : []),
  ]
}

const breakingFault = ({ path, message }: Change) =>
  `${message} (${path}): deprecate it with a date first, or name \`${path}\` under "### Breaking" of "## Unreleased"`

const isBreaking = ({ criticality }: Change) => criticality.level === CriticalityLevel.Breaking

/** Whether a change of the element at a path was announced: by the changelog, or by a deprecation whose date is past. */
function announcedBy(before: GraphQLSchema, breaking: readonly string[], today: string) {
  const isNamed = (path: string) => breaking.some((name) => path === name || path.startsWith(`${name}.`))
  return (path: string) => isNamed(path) || deprecationsAlong(before, path).some((reason) => isPast(reason, today))
}

/** What the reason of a deprecation ends with: the last day on which the element is certain to exist. */
export const REMOVAL_DATE = /\bRemoved after (\d{4}-\d\d-\d\d)\./
const isPast = (reason: string, today: string) => {
  const [, date] = REMOVAL_DATE.exec(reason) ?? []
  return date !== undefined && date < today
}

/** The reasons of deprecation of the field, argument or value at a path, and of the field that an argument belongs to. */
function deprecationsAlong(schema: GraphQLSchema, path: string): string[] {
  const [typeName = '', memberName = '', argumentName = ''] = path.split('.')
  const type = schema.getType(typeName)
  const hasFields = isObjectType(type) || isInterfaceType(type)
  const field = hasFields ? type.getFields()[memberName] : undefined
  const argument = field?.args.find(({ name }) => name === argumentName)
  const value = isEnumType(type) ? type.getValue(memberName) : undefined
  const inputField = isInputObjectType(type) ? type.getFields()[memberName] : undefined
  return [field, argument, value, inputField].flatMap((element) => element?.deprecationReason ?? [])
}

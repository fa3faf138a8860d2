import type { TestApp } from '../support/app.ts'
import { mutate } from '../support/jams.ts'
import type { TestUser } from '../support/users.ts'

/** A change of something, as two people may make it at once. */
export interface Change {
  /** A query whose `it` has the time of the last change. */
  readonly read: string
  /** Input of the change but for what makes each one differ. */
  readonly input: object
  /** A field that has another value in each change. */
  readonly field: string
  /** The value of the field for a text; the text itself by default. */
  readonly toValue?: (text: string) => unknown
  /** Finds the one among several that the query answers. */
  readonly isIt?: (one: Readonly<Record<string, unknown>>) => boolean
}

const nodeOf = (id: string, type: string) => `{ it: node(id: "${id}") { ... on ${type} { updatedAt } } }`

export const change = (
  type: string,
  [name, id]: readonly [string, string],
  field: string,
  toValue?: Change['toValue'],
): Change => ({ read: nodeOf(id, type), input: { [name]: id }, field, ...(toValue && { toValue }) })

/** The id of what a mutation has made; throws when it is refused. */
export async function made(app: TestApp, person: TestUser, mutation: string, input: object): Promise<string> {
  const { payload, error } = await mutate(app, person, mutation, input)
  if (error) throw new Error(JSON.stringify(error))
  return Object(payload).it?.id
}

import type { Prisma } from '../../src/generated/prisma/client.ts'
import { addMilliseconds, DAY, HOUR } from '../../src/kernel/clock.ts'
import { type JamId, type JamSubmissionId, newId } from '../../src/kernel/ids.ts'
import type { TestApp } from './app.ts'
import { aGraphClient, type GraphError } from './graphClient.ts'
import type { TestUser } from './users.ts'
import { aWorld } from './worlds.ts'

type GivenJam = Partial<Prisma.JamUncheckedCreateInput>
type Sized = Pick<TestApp, 'scope'>

/** The dates of a jam in each state at a time. */
export const datesOf = {
  draft: () => ({ isVisible: false, submissionsOpened: null, submissionsClosed: null }),
  upcoming: (now: Date) => ({
    submissionsOpened: addMilliseconds(now, DAY),
    submissionsClosed: addMilliseconds(now, 2 * DAY),
  }),
  open: (now: Date) => ({
    submissionsOpened: addMilliseconds(now, -DAY),
    submissionsClosed: addMilliseconds(now, DAY),
  }),
  judged: (now: Date) => ({
    submissionsOpened: addMilliseconds(now, -2 * DAY),
    submissionsClosed: addMilliseconds(now, -DAY),
  }),
  won: (now: Date) => ({ ...datesOf.judged(now), winnersSelected: addMilliseconds(now, -HOUR) }),
  closed: (now: Date) => ({ ...datesOf.won(now), closed: addMilliseconds(now, -HOUR / 2) }),
} as const

export type JamPhase = keyof typeof datesOf

/** A visible world jam in a state, which takes submissions unless another is given. */
export async function aJam(app: Sized, phase: JamPhase = 'open', given: GivenJam = {}): Promise<JamId> {
  const { db, now } = app.scope()
  const id = newId('jam', now)
  const texts = { title: 'Jam', description: 'Make a world.', moreInfo: 'Prizes.' }
  await db.jam.create({
    data: {
      ...{ id, type: 'world', ...texts, isVisible: true, ...datesOf[phase](now) },
      ...{ createdAt: now, updatedAt: now, ...given },
    },
  })
  return id
}

/** Inserts the submission of a new world of a person to a jam in any state. */
export async function aSubmission(
  app: TestApp,
  jamId: string,
  submitter: Pick<TestUser, 'id'>,
  given: Partial<Prisma.JamSubmissionUncheckedCreateInput> = {},
): Promise<{ readonly id: JamSubmissionId; readonly contentId: string }> {
  const { db, now } = app.scope()
  const id = newId('jamSubmission', now)
  const contentId = given.contentId ?? (await aWorld(app, submitter))
  await db.jamSubmission.create({
    data: { id, jamId, submitterId: submitter.id, createdAt: now, updatedAt: now, ...given, contentId },
  })
  return { id, contentId }
}

/** What a mutation has answered: its payload, or the first error. */
export interface MutationAnswer {
  readonly payload: Record<string, unknown> | undefined
  readonly error: GraphError | undefined
}

/** Runs a mutation, given by its name and what to select of its payload, with these fields of its input. */
export async function mutate(
  app: TestApp,
  { api }: Pick<TestUser, 'api'>,
  mutation: string,
  input: object,
): Promise<MutationAnswer> {
  const [name = ''] = mutation.split(' ')
  const selection = mutation.slice(name.length).trim() || '{ clientMutationId }'
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
  const text = `mutation($input: ${type}!) { it: ${name}(input: $input) ${selection} }`
  const { data, errors } = await aGraphClient(app, api).send(text, { input })
  return { payload: Object(data).it ?? undefined, error: errors?.[0] }
}

/** Submits content; answers the id of the submission, or the reason of the refusal. */
export async function submit(
  app: TestApp,
  person: Pick<TestUser, 'api'>,
  input: { readonly jamId: string; readonly contentId: string; readonly description?: string },
): Promise<string> {
  const { payload, error } = await mutate(app, person, 'submitJamContent { submission { id } }', input)
  return error ? String(error.extensions.reason) : Object(payload?.submission).id
}

/** Runs a mutation that must be refused; answers its code, its reason and the field at fault. */
export async function refusedMutation(app: TestApp, person: Pick<TestUser, 'api'>, name: string, input: object) {
  const { error } = await mutate(app, person, name, input)
  if (!error) throw new Error(`${name} was not refused`)
  const { code, reason, issues } = error.extensions
  return { code, reason, fields: (Array.isArray(issues) ? issues : []).map(({ path: [, ...path] }) => path.join('.')) }
}

/** Runs a query; throws when it is refused. */
export async function query(app: TestApp, { api }: Pick<TestUser, 'api'>, text: string, variables: object = {}) {
  const { data, errors } = await aGraphClient(app, api).send(text, variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return Object(data)
}

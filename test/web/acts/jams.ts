import type { Page } from 'playwright-core'
import type { Person } from '../people.ts'
import { aPicture } from '../steps.ts'

/** What others do with worlds and jams while a journey watches the web UI. */

const CREATE_UPLOAD = `mutation U($input: CreateUploadInput!) {
  createUpload(input: $input) { upload { id method url headers { name value } } }
}`
const CREATE_WORLD = 'mutation W($input: CreateWorldInput!) { createWorld(input: $input) { world { id } } }'
const DELETE_WORLD = 'mutation D($input: DeleteWorldInput!) { deleteWorld(input: $input) { viewer { id } } }'
const CREATE_JAM = 'mutation C($input: CreateJamInput!) { createJam(input: $input) { jam { id } } }'
const UPDATE_JAM = 'mutation U($input: UpdateJamInput!) { updateJam(input: $input) { jam { id } } }'
const CLOSE_JAM = 'mutation C($input: CloseJamInput!) { closeJam(input: $input) { jam { id } } }'
const SUBMIT = 'mutation S($input: SubmitJamContentInput!) { submitJamContent(input: $input) { submission { id } } }'
const SET_WINNERS = 'mutation W($input: SetJamWinnersInput!) { setJamWinners(input: $input) { jam { id } } }'
const ENTRIES = `query E($id: ID!) {
  jam(id: $id) { submissions(first: 100) { nodes { id contentId description ratingScore rank } } }
}`

/** Makes a world without an asset, which only its author finds. Returns its id. */
export async function createWorld(person: Person, name: string): Promise<string> {
  const { buffer, mimeType } = await aPicture()
  const file = { fileName: 'world.png', mimeType, sizeInBytes: buffer.length }
  const { createUpload } = Object(await person.run(CREATE_UPLOAD, { input: { purpose: 'WORLD_IMAGE', ...file } }))
  const { id, method, url, headers } = createUpload.upload
  const fields: [string, string][] = headers.map((header: { name: string; value: string }) => [
    header.name,
    header.value,
  ])
  const sent = await fetch(url, { method, headers: fields, body: new Uint8Array(buffer) })
  if (!sent.ok) throw new Error(`the picture of a world was refused: ${sent.status}`)
  const made = Object(await person.run(CREATE_WORLD, { input: { name, imageUploadId: id } }))
  return String(made.createWorld.world.id)
}

export const deleteWorld = (person: Person, worldId: string) => person.run(DELETE_WORLD, { input: { worldId } })

/** A time that is so many seconds from now. */
export const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString()

const HOUR = 3_600

/** Makes a visible jam of worlds that opens in an hour and closes in two, unless it is told otherwise. Returns its id. */
export async function createJam(admin: Person, title: string, given: Readonly<Record<string, unknown>> = {}) {
  const input = {
    ...{ type: 'WORLD', title, description: 'Make a world of paper.', moreInfo: 'Three prizes.', isVisible: true },
    ...{ submissionsOpenedAt: inSeconds(HOUR), submissionsClosedAt: inSeconds(2 * HOUR), ...given },
  }
  const made = Object(await admin.run(CREATE_JAM, { input }))
  return String(made.createJam.jam.id)
}

/** A jam of worlds that takes entries. Returns its id. */
export const createOpenJam = (admin: Person, title: string, given: Readonly<Record<string, unknown>> = {}) =>
  createJam(admin, title, { submissionsOpenedAt: inSeconds(-HOUR), ...given })

export const updateJam = (admin: Person, jamId: string, given: Readonly<Record<string, unknown>>) =>
  admin.run(UPDATE_JAM, { input: { jamId, ...given } })

export const closeJam = (admin: Person, jamId: string) => admin.run(CLOSE_JAM, { input: { jamId } })

export const enterJam = (person: Person, jamId: string, contentId: string) =>
  person.run(SUBMIT, { input: { jamId, contentId } })

export const setWinners = (admin: Person, jamId: string, submissionIds: readonly string[]) =>
  admin.run(SET_WINNERS, { input: { jamId, submissionIds } })

interface Entry {
  readonly id: string
  readonly contentId: string
  readonly description: string | null
  readonly ratingScore: number | null
  readonly rank: number | null
}

/** All entries of a jam as a person sees them. */
export async function entriesOf(person: Person, jamId: string): Promise<readonly Entry[]> {
  return Object(await person.run(ENTRIES, { id: jamId })).jam.submissions.nodes
}

/** Enters a world of one's own by the dialog. */
export async function enterByDialog(page: Page, world: string, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter a world' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter a world' })
  await dialog.getByRole('radio', { name: world }).click()
  await dialog.getByLabel('Description').fill(description)
  await dialog.getByRole('button', { name: 'Enter', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

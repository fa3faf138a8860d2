import { createHash, randomBytes } from 'node:crypto'
import { generate } from 'otplib'
import { anUploadedFile, download } from '../../support/files.ts'
import { clientAt } from '../../support/restClient.ts'
import { aUser, logIn, type TestUser } from '../../support/users.ts'

/** Somebody with a session, a second factor and files, whom a restored server must know. */
export interface Person {
  readonly user: TestUser
  readonly totpSecret: string
  /** The path of each file, and the SHA-256 of its content. */
  readonly files: ReadonlyMap<string, string>
}

const SIZES = [1_000, 200_000, 6_000_000]

export async function aPerson(origin: string): Promise<Person> {
  const user = await aUser({ origin })
  const { secret } = await user.api.call('enable2FA')
  await user.api.call('verifyPending2FA', { body: { code: await generate({ secret }) } })
  const files = new Map<string, string>()
  for (const size of SIZES) {
    const bytes = randomBytes(size)
    const file = await anUploadedFile({ origin }, user, bytes)
    files.set(new URL(file.versions.at(-1)?.file?.url ?? '').pathname, hashOf(bytes))
  }
  return { user, totpSecret: secret, files }
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** What a server lacks of a person: the session, the second factor, or the content of a file. */
export async function missingOf(origin: string, { user, totpSecret, files }: Person): Promise<string[]> {
  const api = clientAt({ origin }, user.api)
  const person = { ...user, api }
  const faults: string[] = []
  if ((await api.try('getCurrentUser')).status !== 200) faults.push('the session has ended')
  for (const [path, hash] of files)
    if ((await contentHash(origin, person, path)) !== hash) faults.push(`the file ${path} has another content`)
  await logIn(api, user)
  await nextTimeStep()
  const code = await generate({ secret: totpSecret })
  if ((await api.try('verify2FA', { body: { code } })).status !== 200) faults.push('the second factor does not work')
  return faults
}

async function contentHash(origin: string, person: TestUser, path: string): Promise<string> {
  const answer = await download({ origin }, `${origin}${path}`, { person })
  const stored = answer.status === 302 ? await fetch(answer.headers.get('location') ?? '') : answer
  return hashOf(new Uint8Array(await stored.arrayBuffer()))
}

const TIME_STEP = 30_000

/** Waits until a code is one that was not used before: each time step is accepted once. */
async function nextTimeStep(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, TIME_STEP - (Date.now() % TIME_STEP) + 100))
}

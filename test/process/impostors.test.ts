import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { campaignDatabase } from '../campaigns/kill/campaignDatabase.ts'
import { graphql } from '../generated/index.ts'
import { eventually } from '../support/eventually.ts'
import { AVATAR_FILE, anImage, anUploadedFile, IMAGE_FILE } from '../support/files.ts'
import { aGraphClient } from '../support/graphClient.ts'
import { impostorsOf } from '../support/impostors.ts'
import { aRestClient } from '../support/restClient.ts'
import { openStrictS3 } from '../support/s3/server.ts'
import { aMigratedServerFolder, type ReadyServer, startReadyServer } from '../support/serverProcess.ts'
import { aUnityAsset } from '../support/unityAsset.ts'
import { aRegisteredUser, type TestUser } from '../support/users.ts'

const BUCKET = 'plaza-impostors'
const keys = { accessKeyId: 'PLAZATEST', secretAccessKey: 'a secret of the test' }
const ASSET = aUnityAsset()
const site = await aMigratedServerFolder()
const servers: ReadyServer[] = []

function aSignal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

/** The steps of the builder `test` at the store: it takes the asset, and gives what it has built. */
const STEPS = { 'asset is taken': 'GET', 'impostor is given': 'PUT' } as const
type Step = keyof typeof STEPS

/** Keys of the assets that the builder has taken, and the step that the store holds next. */
const taken: string[] = []
let holdNext: ((operation: string) => Promise<void>) | null = null

/** Holds the next answer to a step of the builder. `begun`: the builder waits for it; `answer` lets the store go on. */
function hold(step: Step) {
  const [begun, free, answered] = [aSignal(), aSignal(), aSignal()]
  holdNext = async (operation) => {
    if (operation !== STEPS[step]) return
    holdNext = null
    begun.give()
    await free.given
    setImmediate(answered.give)
  }
  const answer = () => {
    free.give()
    return answered.given
  }
  return { begun: begun.given, answer }
}

const store = await openStrictS3({
  ...{ keys, bucket: BUCKET, smallestPart: 5_000, page: 1_000 },
  before: async (operation, key) => {
    if (operation === STEPS['asset is taken'] && store.bucket.objects.get(key)?.body.equals(ASSET)) taken.push(key)
    await holdNext?.(operation)
  },
})

const begin = async () => {
  const server = await startReadyServer({
    ...{ DATA_DIR: site.dataDir, DEMO: 'off', LOG_LEVEL: 'info', PUBLIC_URL: 'http://plaza.test' },
    ...{ IMPOSTOR_BUILDER: 'test', S3_BUCKET: BUCKET, S3_ENDPOINT: store.endpoint },
    ...{ S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey },
  })
  servers.push(server)
  return server
}
let server: ReadyServer
beforeAll(async () => {
  server = await begin()
})
afterAll(async () => {
  await site.clear(servers)
  await store.close()
})

async function anAvatarOf(author: TestUser): Promise<string> {
  const image = await anUploadedFile(server, author, await anImage(), IMAGE_FILE)
  const asset = await anUploadedFile(server, author, ASSET, AVATAR_FILE)
  const [imageUrl, assetUrl] = [image, asset].map(({ versions }) => versions[1]?.file?.url)
  const { id } = await author.api.call('createAvatar', {
    body: { name: 'Fox', imageUrl: imageUrl ?? '', assetUrl: assetUrl ?? '', unityVersion: '2022.3.22f1' },
  })
  return id
}

/** A person who goes on at a server that was started later, with the same session. */
function movedTo(next: ReadyServer, author: TestUser): TestUser {
  const api = aRestClient(next, { address: author.api.address })
  for (const [name, value] of author.api.cookies) api.cookies.set(name, value)
  return { ...author, api }
}

const JobOfAvatar = graphql(`
  query JobOfAvatar($id: ID!) { avatar(id: $id) { impostorJob { state startedAt endedAt error } } }
`)

async function jobOf({ api }: TestUser, avatarId: string) {
  const { avatar } = await aGraphClient(server, api).run(JobOfAvatar, { id: avatarId })
  return avatar?.impostorJob
}

const enqueue = ({ api }: TestUser, avatarId: string) => api.call('enqueueImpostor', { avatarId })
const untilDone = (author: TestUser, avatarId: string) =>
  eventually(async () => (await jobOf(author, avatarId))?.state === 'DONE')

/** Ten minutes later: the builder that has a job has it no longer. */
const endLease = (id: string) =>
  campaignDatabase(site.dataDir).run('UPDATE "ImpostorJob" SET "leasedUntil" = "startedAt" WHERE id = $1', [id])

/** The builder answers the asset itself, so these are assets and impostors. */
const copiesOfAsset = () => [...store.bucket.objects.values()].filter(({ body }) => body.equals(ASSET)).length

const impostorFilesOf = async ({ api }: TestUser) =>
  (await api.call('getFiles')).filter(({ name }) => name.endsWith('impostor'))

const noticesOf = async ({ api }: TestUser) =>
  (await api.call('getNotificationV2s')).filter(({ type }) => type.startsWith('avatarreview'))

describe('a server that is killed while an impostor is built', () => {
  it.each<Step>(['asset is taken', 'impostor is given'])(
    'has it built once by the next one: killed when the %s',
    async (step) => {
      const before = await aRegisteredUser(server)
      const [avatarId, otherId] = [await anAvatarOf(before), await anAvatarOf(before)]
      taken.length = 0
      const held = hold(step)
      const { id } = await enqueue(before, avatarId)
      await held.begun
      expect(await jobOf(before, avatarId)).toMatchObject({ state: 'RUNNING', endedAt: null })
      process.kill(server.pid, 'SIGKILL')
      expect(await server.ended).toBe('SIGKILL')

      server = await begin()
      const author = movedTo(server, before)
      await enqueue(author, otherId)
      await untilDone(author, otherId)
      expect(await jobOf(author, avatarId)).toMatchObject({ state: 'RUNNING' })
      expect(await impostorsOf(author, avatarId)).toEqual([])

      await endLease(id)
      expect(await enqueue(author, avatarId)).toMatchObject({ id })
      await untilDone(author, avatarId)
      const done = await jobOf(author, avatarId)
      const built = await impostorsOf(author, avatarId)
      expect(built).toMatchObject([{ variant: 'impostor', impostorizerVersion: 'plaza-test' }])

      const copies = copiesOfAsset()
      await held.answer()
      expect(copiesOfAsset() - copies).toBe(step === 'impostor is given' ? 1 : 0)
      expect(await jobOf(author, avatarId)).toEqual(done)
      expect(await impostorsOf(author, avatarId)).toEqual(built)
      const [asset, other] = taken
      expect(taken).toEqual([asset, other, asset])
      expect(await impostorFilesOf(author)).toHaveLength(2)
      expect(await noticesOf(author)).toHaveLength(2)
    },
  )
})

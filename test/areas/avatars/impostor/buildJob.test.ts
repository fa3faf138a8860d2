import { expect, it } from 'vitest'
import { buildImpostors, deleteOldImpostorJobs } from '../../../../src/areas/avatars/impostor/buildJob.ts'
import { DAY, MINUTE } from '../../../../src/kernel/clock.ts'
import { anApp, type TestApp } from '../../../support/app.ts'
import { aBuilder, anAsset, anAvatarWithAssets, impostorsOf } from '../../../support/impostors.ts'
import { aUser, type TestUser } from '../../../support/users.ts'

/** The builder of the test that runs. */
let build: (platform: string) => Promise<Buffer>
const app = await anApp({}, { impostors: aBuilder((platform) => build(platform), 2) })

interface Queued {
  readonly author: TestUser
  readonly avatarId: string
  readonly id: string
}

async function aQueuedAvatar(platforms?: readonly string[], on: TestApp = app): Promise<Queued> {
  const author = await aUser(on)
  const avatarId = await anAvatarWithAssets(on, author, platforms)
  const { id } = await author.api.call('enqueueImpostor', { avatarId })
  return { author, avatarId, id }
}

const run = () => buildImpostors(app.scope())
const jobOf = ({ id }: Queued) => app.scope().db.impostorJob.findUniqueOrThrow({ where: { id } })
const filesOf = ({ author }: Queued) =>
  app.scope().db.file.findMany({ where: { ownerId: author.id, name: { endsWith: 'impostor' } } })
const noticesOf = async ({ author }: Queued) => {
  const where = { receiverId: author.id, type: { startsWith: 'avatarreview' } }
  const rows = await app.scope().db.notification.findMany({ where, orderBy: { id: 'asc' } })
  return rows.map(({ type, message }) => [type, message])
}

function aSignal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

/** A builder that waits to be let go on, and tells when it has begun. */
function aSlowBuilder() {
  const [begun, free] = [aSignal(), aSignal()]
  const built = async () => {
    begun.give()
    await free.given
    return Buffer.from('slow')
  }
  return { built, begun: begun.given, goOn: free.give }
}

const SUCCESS = ['avatarreview.success', 'The impostor of Fox is ready.']

it('builds a job once, though the builder that had it comes back late', async () => {
  const queued = await aQueuedAvatar()
  const slow = aSlowBuilder()
  build = slow.built
  const first = run()
  await slow.begun
  expect(await jobOf(queued)).toMatchObject({ state: 'RUNNING', tries: 1 })
  build = async () => Buffer.from('quick')
  await run()
  expect((await jobOf(queued)).state).toBe('RUNNING')
  app.clock.advance(10 * MINUTE)
  await run()
  slow.goOn()
  await first
  expect(await jobOf(queued)).toMatchObject({ state: 'DONE', tries: 2, openKey: null })
  expect(await impostorsOf(queued.author, queued.avatarId)).toHaveLength(1)
  expect(await filesOf(queued)).toHaveLength(1)
  expect(await noticesOf(queued)).toEqual([SUCCESS])
})

it('gives a job up after three tries, and tells why in words for people', async () => {
  const queued = await aQueuedAvatar(['android', 'standalonewindows'])
  build = async (platform) => {
    if (platform === 'android') return Buffer.from('done')
    throw new Error('secret details')
  }
  for (const tries of [1, 2]) {
    await run()
    expect(await jobOf(queued)).toMatchObject({ state: 'QUEUED', tries, error: 'The builder could not make it.' })
  }
  await run()
  expect(await jobOf(queued)).toMatchObject({ state: 'FAILED', tries: 3, openKey: null, leaseKey: null })
  await run()
  expect((await jobOf(queued)).tries).toBe(3)
  expect(await impostorsOf(queued.author, queued.avatarId)).toEqual([])
  expect(await filesOf(queued)).toEqual([])
  const message = 'The impostor of Fox could not be made. The builder could not make it.'
  expect(await noticesOf(queued)).toEqual([['avatarreview.failure', message]])
  const again = await queued.author.api.call('enqueueImpostor', { avatarId: queued.avatarId })
  expect(again).toMatchObject({ state: 'QUEUED', id: expect.not.stringMatching(queued.id) })
  await queued.author.api.call('deleteImpostor', { avatarId: queued.avatarId })
})

it('gives a job up whose builders never come to an end', async () => {
  const queued = await aQueuedAvatar()
  const slow = Array.from({ length: 3 }, aSlowBuilder)
  const runs: Promise<void>[] = []
  for (const { built, begun } of slow) {
    build = built
    runs.push(run())
    await begun
    app.clock.advance(10 * MINUTE)
  }
  await run()
  expect(await jobOf(queued)).toMatchObject({ state: 'FAILED', tries: 3, error: 'The builder did not come to an end.' })
  for (const { goOn } of slow) goOn()
  await Promise.all(runs)
  expect(await filesOf(queued)).toEqual([])
  expect(await noticesOf(queued)).toHaveLength(1)
})

it('discards what was built of an asset that was replaced meanwhile, and builds the new one', async () => {
  const queued = await aQueuedAvatar()
  const slow = aSlowBuilder()
  build = slow.built
  const first = run()
  await slow.begun
  const change = { ...(await anAsset(app, queued.author, 'newer')), assetVersion: 2 }
  await app.scope().db.avatarPackage.updateMany({ where: { avatarId: queued.avatarId }, data: change })
  slow.goOn()
  await first
  expect(await jobOf(queued)).toMatchObject({ state: 'QUEUED', error: 'The avatar got another asset meanwhile.' })
  expect(await filesOf(queued)).toEqual([])
  await run()
  expect(await jobOf(queued)).toMatchObject({ state: 'DONE', error: '' })
  expect(await impostorsOf(queued.author, queued.avatarId)).toMatchObject([{ assetVersion: 2 }])
})

it('discards what was built of an avatar whose impostor or itself was deleted meanwhile', async () => {
  for (const operation of ['deleteImpostor', 'deleteAvatar'] as const) {
    const queued = await aQueuedAvatar()
    const slow = aSlowBuilder()
    build = slow.built
    const first = run()
    await slow.begun
    await queued.author.api.call(operation, { avatarId: queued.avatarId })
    slow.goOn()
    await first
    expect(await jobOf(queued)).toMatchObject({ state: 'FAILED', error: 'The impostor was deleted.' })
    expect(await filesOf(queued)).toEqual([])
    expect(await noticesOf(queued)).toEqual([])
  }
})

it('fails for assets that are gone, and avatars without any', async () => {
  const [gone, bare] = [await aQueuedAvatar(), await aQueuedAvatar()]
  const { db } = app.scope()
  await db.fileData.deleteMany({ where: { fileVersion: { file: { ownerId: gone.author.id } } } })
  await db.avatarPackage.deleteMany({ where: { avatarId: bare.avatarId } })
  await run()
  expect((await jobOf(gone)).error).toBe('The asset for standalonewindows is gone.')
  expect(await jobOf(bare)).toMatchObject({ state: 'FAILED', error: 'The avatar has no asset.', tries: 0 })
})

it('does not exceed what the author may store', async () => {
  const small = await anApp(
    { MAX_STORED_BYTES: '5000000' },
    { impostors: aBuilder(async () => Buffer.alloc(5_000_000)) },
  )
  const { avatarId, author, id } = await aQueuedAvatar(['standalonewindows'], small)
  await buildImpostors(small.scope())
  expect(await impostorsOf(author, avatarId)).toEqual([])
  const job = await small.scope().db.impostorJob.findUniqueOrThrow({ where: { id } })
  expect(job).toMatchObject({ state: 'QUEUED', error: 'Your files can have at most 5000000 bytes' })
})

it('works on as many avatars at a time as the builder can', async () => {
  const queued = [await aQueuedAvatar(), await aQueuedAvatar(), await aQueuedAvatar()]
  const [here, both] = [new Set<object>(), aSignal()]
  let most = 0
  build = async () => {
    const mark = {}
    here.add(mark)
    most = Math.max(most, here.size)
    if (here.size === 2) both.give()
    await both.given
    here.delete(mark)
    return Buffer.from('x')
  }
  await run()
  for (const one of queued) expect((await jobOf(one)).state).toBe('DONE')
  expect(most).toBe(2)
})

it('keeps jobs for 30 days after their end', async () => {
  const [done, open] = [await aQueuedAvatar(), await aQueuedAvatar()]
  build = async () => Buffer.from('x')
  await done.author.api.call('deleteImpostor', { avatarId: done.avatarId })
  app.clock.advance(30 * DAY - MINUTE)
  await deleteOldImpostorJobs(app.scope())
  expect((await jobOf(done)).state).toBe('FAILED')
  app.clock.advance(2 * MINUTE)
  await deleteOldImpostorJobs(app.scope())
  await expect(jobOf(done)).rejects.toThrow()
  expect((await jobOf(open)).state).toBe('QUEUED')
})

import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { erasers, exportRules, jobs } from '../../../src/areas/index.ts'
import { addMilliseconds, DAY, HOUR, MINUTE } from '../../../src/kernel/clock.ts'
import { newId } from '../../../src/kernel/ids.ts'
import type { Scope } from '../../../src/kernel/scope.ts'
import { sharedClockApp } from '../../support/app.ts'
import { anImage, anUploadedFile, IMAGE_FILE } from '../../support/files.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { refusal } from '../../support/refusals.ts'
import { aRestClient } from '../../support/restClient.ts'
import { readTarGz } from '../../support/tarGz.ts'
import { aConfirmedUser, aUser, logIn, type TestUser } from '../../support/users.ts'

const app = await sharedClockApp()

const REQUEST = 'mutation { requestDataExport(input: {}) { viewer { dataExport { state } } } }'
const READ = '{ viewer { dataExport { state requestedAt finishedAt expiresAt sizeInBytes url } } }'

const run = (name: string, scope: Scope = app.scope()) =>
  jobs.find((job) => job.name === name)?.run(scope, erasers, exportRules)
const writeExports = (scope?: Scope) => run('write-data-exports', scope)
const request = ({ api }: TestUser) => aGraphClient(app, api).send(REQUEST)
const Answer = z.object({
  viewer: z.object({ dataExport: z.record(z.string(), z.union([z.string(), z.number()]).nullable()).nullable() }),
})
const read = async ({ api }: TestUser) => Answer.parse((await aGraphClient(app, api).send(READ)).data).viewer
const row = ({ id }: TestUser) => app.scope().db.dataExport.findUnique({ where: { userId: id } })
const mailsTo = (person: TestUser) => app.mails.filter(({ to }) => to === person.email).map(({ subject }) => subject)

function download({ api }: TestUser): Promise<Response> {
  const cookie = [...api.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${app.origin}/api/1/auth/user/export`, { headers: { cookie } })
}

/** A notification as the archive of a person has it. */
async function exportedNotification(person: TestUser, id: string): Promise<Record<string, unknown>> {
  const entries = await readTarGz(Buffer.from(await (await download(person)).arrayBuffer()))
  const rows = z
    .array(z.looseObject({ id: z.string() }))
    .parse(JSON.parse(String(entries.get('data/Notification.json'))))
  return rows.find((row) => row.id === id) ?? {}
}

/** A scope whose store takes no content. */
function withFullStore(): Scope {
  const { blobs, ...scope } = app.scope()
  return { ...scope, blobs: { ...blobs, store: () => Promise.reject(new Error('the store is full')) } }
}

/** A person with an archive that is written. */
async function withArchive(): Promise<TestUser> {
  const person = await aConfirmedUser(app)
  await request(person)
  await writeExports()
  return person
}

describe('an archive of the own data', () => {
  it('is asked for, written and downloaded by the person, who is told by mail', async () => {
    const person = await aConfirmedUser(app)
    const picture = await anImage()
    await anUploadedFile(app, person, picture, IMAGE_FILE)
    expect(await read(person)).toEqual({ dataExport: null })
    expect(await request(person)).toMatchObject({
      data: { requestDataExport: { viewer: { dataExport: { state: 'WAITING' } } } },
    })
    expect(await read(person)).toMatchObject({ dataExport: { finishedAt: null, sizeInBytes: null, url: null } })
    expect(await person.api.try('downloadDataExport')).toMatchObject({ status: 404 })
    await writeExports()
    const { dataExport } = await read(person)
    expect(dataExport).toMatchObject({ state: 'FINISHED', url: expect.stringMatching(/\/api\/1\/auth\/user\/export$/) })
    expect(mailsTo(person)).toEqual(expect.arrayContaining(['Your data was asked for', 'Your data can be downloaded']))
    const response = await download(person)
    const content = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="plaza-\d{4}-\d\d-\d\d\.tar\.gz"/,
    )
    expect(content.length).toBe(dataExport?.sizeInBytes)
    const archive = gunzipSync(content)
    expect(archive.includes(picture)).toBe(true)
    expect(archive.includes(`"email": "${person.email}"`)).toBe(true)
  })

  it('tells what a receiver has done with a notification to the receiver, and not to the sender', async () => {
    const [sender, receiver] = [await aConfirmedUser(app), await aConfirmedUser(app)]
    await sender.api.call('friend', { userId: receiver.id })
    const { id } = await app.scope().db.notification.findFirstOrThrow({ where: { receiverId: receiver.id } })
    await receiver.api.call('deleteNotification', { notificationId: id })
    for (const person of [sender, receiver]) await request(person)
    await writeExports()
    const [sent, received] = [await exportedNotification(sender, id), await exportedNotification(receiver, id)]
    expect(received).toMatchObject({ hiddenAt: expect.any(String), seenAt: null, updatedAt: expect.any(String) })
    const { hiddenAt, seenAt, respondedAt, updatedAt, expiresAt, ...rest } = received
    expect(sent).toEqual(rest)
  })

  it('is for a session of the person alone, whose identity is confirmed', async () => {
    const person = await withArchive()
    expect(await aRestClient(app).try('downloadDataExport')).toMatchObject({ status: 401 })
    expect(await (await aUser(app)).api.try('downloadDataExport')).toMatchObject({ status: 404 })
    app.clock.advance(HOUR)
    expect(await person.api.try('downloadDataExport')).toMatchObject(refusal(403, /[Cc]onfirm/))
    expect((await request(person)).errors?.[0]?.extensions).toMatchObject({ reason: 'CONFIRMATION_REQUIRED' })
  })

  it('is replaced by the next one, and deleted with its bytes when it expires', async () => {
    const person = await withArchive()
    const first = await row(person)
    await request(person)
    expect(await row(person)).toMatchObject({ blobKey: null, finishedAt: null })
    await writeExports()
    const second = await row(person)
    app.clock.advance(8 * DAY)
    await logIn(person.api, person)
    expect(await read(person)).toEqual({ dataExport: null })
    expect(await person.api.try('downloadDataExport')).toMatchObject({ status: 404 })
    await writeExports()
    await run('remove-freed-content')
    expect(await row(person)).toBeNull()
    for (const key of [first?.blobKey, second?.blobKey]) expect(await app.scope().blobs.size(String(key))).toBeNull()
  })

  it('is kept by the clean-up of files until then', async () => {
    const person = await withArchive()
    const { blobKey } = (await row(person)) ?? {}
    await app.scope().db.freedContent.create({ data: { kind: 'blob', name: String(blobKey), freedAt: new Date() } })
    await run('remove-freed-content')
    expect(await person.api.try('downloadDataExport')).toMatchObject({ status: 200 })
  })

  it('is tried again after a failure of the store, and given up after a day', async () => {
    const person = await aUser(app)
    await request(person)
    await writeExports(withFullStore())
    expect(await read(person)).toMatchObject({ dataExport: { state: 'WAITING' } })
    app.clock.advance(DAY)
    await writeExports(withFullStore())
    expect(await row(person)).toMatchObject({ failure: 'the store is full' })
    await logIn(person.api, person)
    expect(await read(person)).toMatchObject({ dataExport: { state: 'FAILED' } })
    await request(person)
    await writeExports()
    expect(await read(person)).toMatchObject({ dataExport: { state: 'FINISHED' } })
  })

  it('is tried again after a time that grows with each failure', async () => {
    const person = await aUser(app)
    await request(person)
    const isTriedAfter = async (minutes: number) => {
      app.clock.advance(minutes * MINUTE)
      const before = await row(person)
      await writeExports(withFullStore())
      return (await row(person))?.nextAttemptAt.getTime() !== before?.nextAttemptAt.getTime()
    }
    expect([await isTriedAfter(0), await isTriedAfter(0), await isTriedAfter(10)]).toEqual([true, false, true])
    expect([await isTriedAfter(5), await isTriedAfter(10)]).toEqual([false, true])
    expect([await isTriedAfter(15), await isTriedAfter(15)]).toEqual([false, true])
    expect([await isTriedAfter(200), await isTriedAfter(65)]).toEqual([true, true])
  })

  it('does not wait for those that have failed, however many they are', async () => {
    const { db, now } = app.scope()
    const others = await Promise.all(Array.from({ length: 100 }, () => aUser(app)))
    const times = { requestedAt: now, nextAttemptAt: now, expiresAt: addMilliseconds(now, DAY) }
    const rows = others.map(({ id: userId }) => ({ id: newId('dataExport', now), userId, ...times }))
    await db.dataExport.createMany({ data: rows })
    await writeExports(withFullStore())
    const person = await aConfirmedUser(app)
    await request(person)
    await writeExports()
    expect(await read(person)).toMatchObject({ dataExport: { state: 'FINISHED' } })
    const { count } = await db.dataExport.deleteMany({ where: { id: { in: rows.map(({ id }) => id) }, blobKey: null } })
    expect(count).toBe(100)
  })

  it('is sent to the store when the transaction that reads the rows is over', async () => {
    const person = await aUser(app)
    await request(person)
    const { blobs, begin, ...scope } = app.scope()
    const acts: string[] = []
    await writeExports({
      ...scope,
      begin: async () => {
        const tx = await begin()
        return { ...tx, commit: () => tx.commit().finally(() => acts.push('committed')) }
      },
      blobs: {
        ...blobs,
        store: (...given) => {
          acts.push('sent')
          return blobs.store(...given)
        },
      },
    })
    expect(acts.slice(0, 2)).toEqual(['committed', 'sent'])
  })

  it('that is written twice at once is one', async () => {
    const person = await aConfirmedUser(app)
    await request(person)
    await Promise.all([writeExports(), writeExports()])
    expect(mailsTo(person).filter((subject) => subject === 'Your data can be downloaded')).toHaveLength(1)
    expect(await person.api.try('downloadDataExport')).toMatchObject({ status: 200 })
  })

  it('goes with the account', async () => {
    const person = await withArchive()
    await person.api.call('deleteUser', { userId: person.id })
    app.clock.advance(15 * DAY)
    await run('erase-due-accounts')
    expect(await row(person)).toBeNull()
  })
})

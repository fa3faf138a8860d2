import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { contract } from '../../../src/areas/index.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { sharedApp } from '../../support/app.ts'
import { dotnetForm, type FormPart } from '../../support/dotnetForms.ts'
import { eventually } from '../../support/eventually.ts'
import { anImage, bytesOf, download } from '../../support/files.ts'
import { aFriendOf } from '../../support/friends.ts'
import { aNotification } from '../../support/notifications.ts'
import { aPrint } from '../../support/props.ts'
import { sendRawRequest } from '../../support/rawHttp.ts'
import { refusal } from '../../support/refusals.ts'
import { aUser, type TestUser } from '../../support/users.ts'
import { aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
const image = await anImage(1024)
const IMAGE_PART = { bytes: image, contentType: 'image/png', fileName: 'blob' }

interface PreparedForm {
  /** Path parameters by name. */
  readonly path?: Readonly<Record<string, string>>
  /** The fields beside the image. */
  readonly texts?: Readonly<Record<string, string>>
}

const anInvite = async (somebody: TestUser, type: 'invite' | 'requestInvite') => {
  const { id: senderId } = await aFriendOf(app, somebody)
  return aNotification(app, somebody.id, { type, senderId })
}

/** What each operation with a form is sent. */
const FORMS: Readonly<Record<string, (somebody: TestUser) => Promise<PreparedForm>>> = {
  uploadImage: async () => ({
    texts: {
      ...{ tag: 'emojianimated', frames: '4', framesOverTime: '12', maskTag: 'square' },
      ...{ animationStyle: 'bats', loopStyle: 'pingpong' },
    },
  }),
  uploadGalleryImage: async () => ({}),
  uploadIcon: async () => ({}),
  uploadPrint: async () => ({
    texts: { timestamp: '2026-01-02T03:04:05.000Z', note: 'zażółć', worldId: '', worldName: 'Somewhere' },
  }),
  editPrint: async (somebody) => ({ path: { printId: (await aPrint(somebody)).id }, texts: { note: 'later' } }),
  inviteUserWithPhoto: async (somebody) => ({
    path: { userId: (await aFriendOf(app, somebody)).id },
    texts: { data: JSON.stringify({ instanceId: `${await aWorld(app, somebody)}:1` }) },
  }),
  requestInviteWithPhoto: async (somebody) => ({
    path: { userId: (await aFriendOf(app, somebody)).id },
    texts: { data: '{}' },
  }),
  respondInviteWithPhoto: async (somebody) => ({
    path: { notificationId: await anInvite(somebody, 'invite') },
    texts: { data: JSON.stringify({ responseSlot: 1 }) },
  }),
}

const table: Readonly<Record<string, Operation>> = contract
const formOperations = Object.entries(table).filter(([, { form }]) => form)
const fileFieldOf = ({ form }: Operation) => (form && 'image' in form.shape ? 'image' : 'file')

const authOf = ({ api }: TestUser) => ({ cookie: `auth=${api.cookies.get('auth')}` })

/** The latest version of the only image that a person has. */
async function storedImage({ id: ownerId }: TestUser): Promise<Buffer> {
  const [file] = await app.scope().db.file.findMany({
    where: { ownerId, mimeType: 'image/png' },
    orderBy: { updatedAt: 'desc' },
    include: { versions: { orderBy: { version: 'desc' }, take: 1 } },
  })
  const response = await download(app, `${app.origin}/api/1/file/${file?.id}/${file?.versions[0]?.version}/file`)
  return bytesOf(response)
}

describe('a form as the HttpClient of .NET sends it', () => {
  it('is known to this test for every operation', () => {
    expect(formOperations.map(([name]) => name).sort()).toEqual(Object.keys(FORMS).sort())
  })

  it.each(formOperations)('is taken by %s, with the image of any other form', async (name, row) => {
    const send = async (somebody: TestUser, { path = {}, texts = {} }: PreparedForm) => {
      const form = dotnetForm({ ...texts, [fileFieldOf(row)]: IMAGE_PART })
      return sendRawRequest(app.origin, {
        method: row.method.toUpperCase(),
        path: `/api/1${row.path.replace(/\{(\w+)\}/g, (_, part: string) => path[part] ?? '')}`,
        headers: { ...authOf(somebody), ...form.headers },
        body: form.body,
      })
    }
    const [ada, grace] = [await aUser(app), await aUser(app)]
    const prepared = (await FORMS[name]?.(ada)) ?? {}
    expect(await send(ada, prepared)).toMatchObject({ status: 200 })
    await grace.api.call('uploadGalleryImage', { form: { file: image } })
    expect((await storedImage(ada)).equals(await storedImage(grace))).toBe(true)
  })

  it('keeps texts as they are', async () => {
    const ada = await aUser(app)
    const texts = { timestamp: '2026-01-02T03:04:05.000Z', note: 'zażółć\r\n--gęślą', worldName: '' }
    const form = dotnetForm({ ...texts, image: IMAGE_PART })
    const sent = { method: 'POST', path: '/api/1/prints', body: form.body }
    expect(await sendRawRequest(app.origin, { ...sent, headers: { ...authOf(ada), ...form.headers } })).toMatchObject({
      status: 200,
      body: { note: texts.note },
    })
  })
})

describe('a part of a form', () => {
  const upload = async (parts: Readonly<Record<string, FormPart>>) => {
    const form = dotnetForm(parts)
    const headers = { ...authOf(await aUser(app)), ...form.headers }
    return sendRawRequest(app.origin, { method: 'POST', path: '/api/1/file/image', headers, body: form.body })
  }
  const texts = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`text${at}`, 'x']))
  const files = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`file${at}`, { ...IMAGE_PART, bytes: Buffer.alloc(9) }]),
    )

  it('is one of 32 texts at most, whatever their content type', async () => {
    expect(await upload({ ...texts(32), file: IMAGE_PART })).toMatchObject({ status: 200 })
    expect(await upload({ ...texts(33), file: IMAGE_PART })).toMatchObject(refusal(413, 'The body is too large'))
  })

  it('is one of 4 files at most', async () => {
    expect(await upload({ ...files(3), file: IMAGE_PART })).toMatchObject({ status: 200 })
    expect(await upload({ ...files(4), file: IMAGE_PART })).toMatchObject(refusal(413, 'The body is too large'))
  })

  it('shares 64 KiB with the other texts', async () => {
    const half = 'x'.repeat(32 * 1024)
    expect(await upload({ one: half, two: half, file: IMAGE_PART })).toMatchObject({ status: 200 })
    expect(await upload({ one: half, two: `${half}x`, file: IMAGE_PART })).toMatchObject(
      refusal(413, 'The body is too large'),
    )
  })

  it('is a file when it has a file name, even without a content type', async () => {
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      image,
      Buffer.from('\r\n--x--\r\n'),
    ])
    const headers = { ...authOf(await aUser(app)), 'content-type': 'multipart/form-data; boundary=x' }
    expect(await sendRawRequest(app.origin, { method: 'POST', path: '/api/1/gallery', headers, body })).toMatchObject({
      status: 200,
    })
  })

  it.each(['7bit', '8bit', 'binary', 'base64', 'quoted-printable', 'utf-8', 'nonsense', ''])(
    'is read as it is, whatever its Content-Transfer-Encoding: %j',
    async (encoding) => {
      const encoded = `Content-Transfer-Encoding: ${encoding}\r\n\r\n`
      const time = '--x\r\nContent-Disposition: form-data; name="timestamp"\r\n\r\n2026-01-02T03:04:05.000Z\r\n'
      const body = Buffer.concat([
        Buffer.from(time),
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="note"\r\n${encoded}zaż=20aGk=\r\n`),
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n${encoded}`),
        image,
        Buffer.from('\r\n--x--\r\n'),
      ])
      const headers = { ...authOf(await aUser(app)), 'content-type': 'multipart/form-data; boundary=x' }
      expect(await sendRawRequest(app.origin, { method: 'POST', path: '/api/1/prints', headers, body })).toMatchObject({
        status: 200,
        body: { note: 'zaż=20aGk=' },
      })
    },
  )

  it.each([
    ['a header that is too long', `--x\r\nX: ${'y'.repeat(20_000)}\r\n\r\ny\r\n--x--`, 413],
    ['no boundary', 'nonsense', 400],
    ['a header of an illegal name', '--x\r\n:\r\n\r\ny\r\n--x--', 400],
    ['no end', '--x\r\nContent-Disposition: form-data; name="tag"\r\n\r\nicon', 400],
  ])('is refused with the error envelope when it is malformed: %s', async (_, body, status) => {
    const headers = { ...authOf(await aUser(app)), 'content-type': 'multipart/form-data; boundary=x' }
    for (const sent of [body, [body.slice(0, 9), body.slice(9)]])
      expect(
        await sendRawRequest(app.origin, { method: 'POST', path: '/api/1/file/image', headers, body: sent }),
      ).toMatchObject(refusal(status, /^The body is /))
  })

  it('has a content type of curl', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plaza-form-'))
    const [ada, path] = [await aUser(app), join(folder, 'icon.png')]
    await writeFile(path, image)
    const parts = ['tag=icon;type=text/plain', `file=@${path};type=image/png`].flatMap((part) => ['-F', part])
    const url = `${app.origin}/api/1/file/image`
    const { stdout } = await promisify(execFile)('curl', ['-sS', '-b', authOf(ada).cookie, ...parts, url])
    expect(JSON.parse(stdout)).toMatchObject({ tags: ['icon'], ownerId: ada.id })
    await rm(folder, { recursive: true })
  })
})

/** Sends half of a form, and no more. */
function sendHalfAForm(person: TestUser): Socket {
  const { hostname, port } = new URL(app.origin)
  const part = 'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png'
  const headers = [
    'POST /api/1/gallery HTTP/1.1',
    'Host: plaza.test',
    `Cookie: ${authOf(person).cookie}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 10000',
  ]
  const socket = connect(Number(port), hostname, () =>
    socket.write(`${headers.join('\r\n')}\r\n\r\n--x\r\n${part}\r\n\r\n${'x'.repeat(5_000)}`),
  )
  return socket.on('error', () => {})
}

const firstAnswer = async (sockets: readonly Socket[]) =>
  String((await Promise.race(sockets.map((socket) => once(socket, 'data'))))[0])

describe('forms that arrive slowly', () => {
  it.each([8, 40])('leave uploads of others alone: %i of one person', async (count) => {
    const [slow, ada] = [await aUser(app), await aUser(app)]
    const sockets = Array.from({ length: count }, () => sendHalfAForm(slow))
    // Beyond those that arrive and those that wait, the rest is refused: then these have been received.
    if (count > 18) expect(await firstAnswer(sockets)).toMatch(/^HTTP\/1.1 429 /)
    for (let upload = 0; upload < 10; upload++)
      expect(await ada.api.try('uploadGalleryImage', { form: { file: image } })).toMatchObject({ status: 200 })
    for (const socket of sockets) socket.destroy()
  })

  it('make the next forms of their sender wait, until one of them ends', async () => {
    const slow = await aUser(app)
    const sockets = [sendHalfAForm(slow), sendHalfAForm(slow)]
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const next = slow.api.try('uploadGalleryImage', { form: { file: image } })
    sockets[0]?.destroy()
    expect(await next).toMatchObject({ status: 200 })
    sockets[1]?.destroy()
  })

  it('give back their turn when they break off while they wait for it', async () => {
    const slow = await aUser(app)
    const sockets = Array.from({ length: 19 }, () => sendHalfAForm(slow))
    expect(await firstAnswer(sockets)).toMatch(/^HTTP\/1.1 429 /)
    for (const socket of sockets.slice(2)) socket.destroy()
    await (await aUser(app)).api.call('getCurrentUser')
    for (const socket of sockets) socket.destroy()
    const upload = () => slow.api.try('uploadGalleryImage', { form: { file: image } })
    // The server may learn of the last broken forms after the first upload.
    await eventually(async () => (await upload()).status === 200)
    for (let further = 0; further < 2; further++) expect(await upload()).toMatchObject({ status: 200 })
  })
})

import { describe, expect, it } from 'vitest'
import * as oldSdk from 'vrchat-1'
import { contract } from '../../src/areas/index.ts'
import { sharedApp } from '../support/app.ts'
import { anImage, md5Of, SIGNATURE_BYTES, uploadBytes } from '../support/files.ts'
import { aName, aRegistration, aUser, basicAuthHeader, mailedLink, type TestUser, totpCode } from '../support/users.ts'

const app = await sharedApp()

type Options = oldSdk.ConfigurationParameters['baseOptions']

/** A client of an API of version 1 of the public SDK. Its cookie jar is one for all clients of a process. */
function clientOf<A>(Api: new (configuration: oldSdk.Configuration) => A, headers: object, options: Options = {}): A {
  const sent = { 'user-agent': 'plaza-tests/1.0 tests@plaza.test', ...headers }
  const baseOptions = { jar: false, headers: sent, ...options }
  return new Api(new oldSdk.Configuration({ basePath: `${app.origin}/api/1`, baseOptions }))
}

const sessionOf = ({ api }: TestUser) => ({ cookie: `auth=${api.cookies.get('auth')}` })

/** The status of a refusal, which the SDK throws. */
const statusOf = (outcome: Promise<{ status: number }>): Promise<unknown> =>
  outcome.then(
    ({ status }) => status,
    (error: { response?: { status?: number } }) => error.response?.status ?? error,
  )

describe('version 1 of the public SDK', () => {
  it('registers, logs in, uses a second factor and logs out', async () => {
    const anonymous = clientOf(oldSdk.AuthenticationApi, {})
    const wanted = aRegistration()
    expect((await anonymous.registerUserAccount(wanted)).data).toMatchObject({ username: wanted.username })
    expect((await anonymous.checkUserExists(undefined, undefined, wanted.username)).data.userExists).toBe(true)
    const login = clientOf(oldSdk.AuthenticationApi, basicAuthHeader(wanted.username, wanted.password))
    expect((await login.getCurrentUser()).data).toMatchObject({ username: wanted.username })

    const person = await aUser(app)
    const { id, email, api } = person
    const auth = clientOf(oldSdk.AuthenticationApi, sessionOf(person))
    expect((await auth.verifyAuthToken()).data.ok).toBe(true)
    await auth.resendEmailConfirmation()
    const link = mailedLink(app, email).searchParams
    const [userId, token] = [link.get('id') ?? '', link.get('verify_email') ?? '']
    expect(await statusOf(auth.confirmEmail(userId, token, { maxRedirects: 0 }))).toBe(302)
    expect(await statusOf(auth.verifyLoginPlace('unknown', id))).toBe(400)
    await auth.enable2FA()
    expect((await auth.cancelPending2FA()).data.removed).toBe(true)
    const { secret } = await api.call('enable2FA')
    expect((await auth.verifyPending2FA({ code: await totpCode(app, secret) })).data.enabled).toBe(true)
    expect(await statusOf(auth.verify2FA({ code: '000000' }))).toBe(400)
    expect(await statusOf(auth.verify2FAEmailCode({ code: '000000' }))).toBe(400)
    const { data: codes } = await auth.getRecoveryCodes()
    expect(await statusOf(auth.verifyRecoveryCode({ code: codes.otp?.[0]?.code ?? '' }))).toBe(200)
    expect((await auth.disable2FA()).data.removed).toBe(true)
    expect((await auth.deleteUser(id)).data.accountDeletionDate).not.toBeNull()
    expect((await auth.logout()).data.success?.status_code).toBe(200)
    expect(await statusOf(auth.getCurrentUser())).toBe(401)
  })

  it('uploads a file in parts, and deletes it', async () => {
    const files = clientOf(oldSdk.FilesApi, sessionOf(await aUser(app)))
    const bytes = await anImage()
    const { data: file } = await files.createFile({ name: aName(), mimeType: 'image/png', extension: '.png' })
    const sums = { fileMd5: md5Of(bytes), signatureMd5: md5Of(SIGNATURE_BYTES) }
    const sizes = { fileSizeInBytes: bytes.length, signatureSizeInBytes: SIGNATURE_BYTES.length }
    await files.createFileVersion(file.id, { ...sums, ...sizes })
    for (const [kind, data, contentType] of [
      ['file', bytes, 'image/png'],
      ['signature', SIGNATURE_BYTES, 'application/x-rsync-signature'],
    ] as const) {
      const { data: place } = await files.startFileDataUpload(file.id, 1, kind)
      await uploadBytes(app, place.url ?? '', data, { contentType, md5: md5Of(data) })
      expect(await statusOf(files.getFileDataUploadStatus(file.id, 1, kind))).toBe(200)
      await files.finishFileDataUpload(file.id, 1, kind, { maxParts: '0', nextPartNumber: '0' })
    }
    expect((await files.getFiles()).data).toMatchObject([{ id: file.id }])
    expect((await files.getFile(file.id)).data.versions).toHaveLength(2)
    expect(await statusOf(files.downloadFileVersion(file.id, 1))).toBe(200)
    await files.deleteFileVersion(file.id, 1)
    await files.deleteFile(file.id)
  })
})

type Api = new (configuration: oldSdk.Configuration) => object
const isApi = ([name]: [string, unknown]): boolean => /^[A-Z]\w+Api$/.test(name)
const apis = Object.entries(oldSdk)
  .filter(isApi)
  .map(([, api]): Api => Object(api))

const ARGUMENT = 'argument-'
const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}')
const withoutArguments = (path: string) => path.replaceAll(new RegExp(`${ARGUMENT}\\d+`, 'g'), '{}')
const isOperation = (name: string): name is keyof typeof contract => Object.hasOwn(contract, name)

/** The method and path that a method of the SDK sends, without their arguments. */
async function sentBy(Api: Api, name: string): Promise<string> {
  const sent: string[] = []
  const adapter = async (config: { method?: string; url?: string }) => {
    sent.push(`${config.method} ${withoutArguments(new URL(config.url ?? '').pathname.slice('/api/1'.length))}`)
    return { data: {}, status: 200, statusText: '', headers: {}, config }
  }
  const client = Object(clientOf(Api, {}, { adapter }))
  const given = Array.from({ length: client[name].length - 1 }, (_, at) => `${ARGUMENT}${at}`)
  await client[name](...given)
  return sent.join()
}

it('version 1 of the public SDK sends each operation that it shares with the server to its address', async () => {
  const methods = apis.flatMap((Api) =>
    Object.getOwnPropertyNames(Api.prototype).flatMap((name) => (isOperation(name) ? [{ Api, name }] : [])),
  )
  expect(methods.length).toBeGreaterThan(150)
  const shapes: Record<string, string> = {}
  for (const { Api, name } of methods) shapes[name] = await sentBy(Api, name)
  const served = methods.map(({ name }) => [name, `${contract[name].method} ${withoutNames(contract[name].path)}`])
  expect(shapes).toEqual(Object.fromEntries(served))
})

import { isId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aRegistration, PASSWORD } from '../support/users.ts'
import { dataOf, type sdkFor, signedInUser } from './sdkClient.ts'

type Sdk = ReturnType<typeof sdkFor>

/** A new user, registered through the SDK, and a client that is logged in as that user. */
export async function anSdkUser(app: TestApp, sdk: Sdk, { admin = false } = {}) {
  const wanted = aRegistration()
  const { id } = signedInUser(await dataOf(sdk.make().registerUserAccount({ body: wanted })))
  if (!isId('user', id)) throw new Error(`${id} is not a user id`)
  if (admin) await app.scope().db.user.update({ where: { id }, data: { admin } })
  const credentials = { username: wanted.username, password: PASSWORD }
  const client = sdk.make(credentials)
  await dataOf(client.login(credentials))
  return { client, id, credentials }
}

export type SdkUser = Awaited<ReturnType<typeof anSdkUser>>

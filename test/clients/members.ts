import { isId } from '../../src/kernel/ids.ts'
import type { TestApp } from '../support/app.ts'
import { aRegistration, PASSWORD } from '../support/people.ts'
import { ok, person, type sdkFor } from './sdk.ts'

type Sdk = ReturnType<typeof sdkFor>

/** Somebody new, registered through the SDK, and a client that is logged in as them. */
export async function aMember(app: TestApp, sdk: Sdk, { admin = false } = {}) {
  const wanted = aRegistration()
  const { id } = person(await ok(sdk.make().registerUserAccount({ body: wanted })))
  if (!isId('user', id)) throw new Error(`${id} is no id of a user`)
  if (admin) await app.scope().db.user.update({ where: { id }, data: { admin } })
  const credentials = { username: wanted.username, password: PASSWORD }
  const client = sdk.make(credentials)
  await ok(client.login(credentials))
  return { client, id }
}

export type Member = Awaited<ReturnType<typeof aMember>>

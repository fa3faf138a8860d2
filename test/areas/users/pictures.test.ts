import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { auditRowsAddedBy } from '../../support/audit.ts'
import { aGraphClient } from '../../support/graphClient.ts'
import { refusal } from '../../support/refusals.ts'
import { anAdmin, aUser, type TestUser } from '../../support/users.ts'
import { aFileUrl, aWorld } from '../../support/worlds.ts'

const app = await sharedApp()
let ada: TestUser
let grace: TestUser
let address: string
let foreign: string

beforeAll(async () => {
  ;[ada, grace] = [await aUser(app), await aUser(app)]
  ;[address, foreign] = [await aFileUrl(app, ada.id, '.png'), await aFileUrl(app, grace.id, '.png')]
})

const update = (body: Record<string, unknown>, { api }: TestUser = ada) =>
  api.try('updateUser', { userId: ada.id, body })

describe.each(['userIcon', 'profilePicOverride'] as const)('%s', (field) => {
  it('is the address of an uploaded image of the person, as clients write it', async () => {
    for (const url of [address, address.replace(/\/file$/, ''), address])
      expect(await update({ [field]: url })).toMatchObject({ status: 200, body: { [field]: url } })
    expect(await grace.api.call('getUser', { userId: ada.id })).toMatchObject({ [field]: address })
    expect(await update({ [field]: '' })).toMatchObject({ status: 200, body: { [field]: '' } })
  })

  it('is refused unless it is exactly such an address', async () => {
    const [start, id = ''] = address.split(/(file_[0-9a-f-]{36})/)
    const refused = [
      foreign,
      await aFileUrl(app, ada.id, '.vrcw'),
      `${start}${id}`,
      `${start}${id}/2/file`,
      `${start}file_x/../../../auth/user`,
      `${start}file_"><img onerror=alert(1)>`,
      `${start}file_"><img>/../${id}/1/file`,
      `${address}?"><img onerror=alert(1)>`,
      `${address}#"><img>`,
      address.replace('http://', 'http://ada:secret@'),
      address.replace('http://plaza.test', 'http://elsewhere.test'),
      `javascript:alert("${address}")`,
    ]
    for (const url of refused)
      expect(await update({ [field]: url }), url).toMatchObject(refusal(400, new RegExp(`^${field}\\b`)))
    expect(await grace.api.call('getUser', { userId: ada.id })).toMatchObject({ [field]: '' })
  })

  it('can be a file of somebody else by an admin only, which the audit log tells', async () => {
    const admin = await anAdmin(app)
    const { answer, added } = await auditRowsAddedBy(app, () => update({ [field]: foreign }, admin))
    expect(answer).toMatchObject({ status: 200, body: { [field]: foreign } })
    expect(added).toEqual([expect.objectContaining({ act: 'updateUser', subjectId: ada.id, actorId: admin.id })])
    // The person keeps it with other changes, but can not choose it again.
    expect(await update({ [field]: foreign, bio: 'kept' })).toMatchObject({ status: 200, body: { [field]: foreign } })
    expect(await update({ [field]: '' })).toMatchObject({ status: 200 })
    expect(await update({ [field]: foreign })).toMatchObject({ status: 400 })
  })
})

describe('updateUser', () => {
  it('sets the world where clients start, unless nobody can be in it', async () => {
    const [open, hidden] = [await aWorld(app, grace), await aWorld(app, grace)]
    await grace.api.call('deleteWorld', { worldId: hidden })
    expect(await update({ homeLocation: open })).toMatchObject({ status: 200, body: { homeLocation: open } })
    expect(await update({ homeLocation: hidden })).toMatchObject(refusal(400, /^homeLocation\b/))
    expect(await update({ homeLocation: '' })).toMatchObject({ status: 200, body: { homeLocation: '' } })
  })

  it('sets home, picture and the copying of avatars by GraphQL, too', async () => {
    const homeLocation = await aWorld(app, grace)
    const { data, errors } = await aGraphClient(app, ada.api).send(
      `mutation ($input: UpdateProfileInput!) {
        updateProfile(input: $input) { user { profilePicOverride allowsAvatarCopying } viewer { homeLocation } }
      }`,
      { input: { homeLocation, profilePicOverride: address, allowsAvatarCopying: true } },
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      updateProfile: { user: { profilePicOverride: address, allowsAvatarCopying: true }, viewer: { homeLocation } },
    })
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from '../../support/app.ts'
import { mutate, query } from '../../support/jams.ts'
import { aUser, type TestUser } from '../../support/users.ts'

const app = await sharedApp()
let sender: TestUser
let receiver: TestUser
beforeEach(async () => {
  ;[sender, receiver] = [await aUser(app), await aUser(app)]
})

const requestOf = async (viewer: TestUser, person: TestUser) => {
  const fields = 'friendRequest { id isHidden sender { id } receiver { id } notification { id } }'
  return (
    await query(
      app,
      viewer,
      `{ user(id: "${person.id}") { friendRequest { id } ...F } } fragment F on User { ${fields} }`,
    )
  ).user.friendRequest
}

describe('User.friendRequest', () => {
  it('is null for strangers, friends and oneself', async () => {
    for (const person of [receiver, sender]) expect(await requestOf(sender, person)).toBeNull()
    await sender.api.call('friend', { userId: receiver.id })
    await receiver.api.call('friend', { userId: sender.id })
    expect(await requestOf(sender, receiver)).toBeNull()
  })

  it('is the request between the two alone, with which each can do what is theirs', async () => {
    const { id } = await sender.api.call('friend', { userId: receiver.id })
    expect(await requestOf(sender, receiver)).toMatchObject({ id, isHidden: false, notification: null })
    expect(await requestOf(receiver, sender)).toMatchObject({ id, sender: { id: sender.id } })
    expect(await requestOf(await aUser(app), receiver)).toBeNull()
    const input = { friendRequestId: id }
    expect((await mutate(app, sender, 'acceptFriendRequest', input)).error?.extensions.code).toBe('NOT_FOUND')
    expect((await mutate(app, receiver, 'declineFriendRequest', input)).error).toBeUndefined()
    expect(await requestOf(receiver, sender)).toMatchObject({ id, isHidden: true })
    // The sender does not learn that it was declined.
    expect(await requestOf(sender, receiver)).toMatchObject({ id, isHidden: false })
    expect((await mutate(app, receiver, 'acceptFriendRequest', input)).error).toBeUndefined()
    expect(await requestOf(receiver, sender)).toBeNull()
  })

  it('is null once it was taken back, so that an answer by its id is refused', async () => {
    const { id } = await sender.api.call('friend', { userId: receiver.id })
    await mutate(app, sender, 'deleteFriendRequest', { userId: receiver.id })
    expect(await requestOf(receiver, sender)).toBeNull()
    const { error } = await mutate(app, receiver, 'acceptFriendRequest', { friendRequestId: id })
    expect(error?.extensions).toMatchObject({ code: 'NOT_FOUND', reason: 'FRIEND_REQUEST_NOT_FOUND' })
  })

  it('is null after a block, for both', async () => {
    await sender.api.call('friend', { userId: receiver.id })
    await mutate(app, receiver, 'addPlayerModeration', { userId: sender.id, type: 'BLOCK' })
    expect([await requestOf(sender, receiver), await requestOf(receiver, sender)]).toEqual([null, null])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { lockAccount } from '../../src/areas/accounts/locks.ts'
import { lockFeeds } from '../../src/areas/notifications/locks.ts'
import { lockExistingUsers, lockUser, lockUserPair } from '../../src/areas/users/locks.ts'
import { lockOrder, noLocks, noteLock } from '../../src/kernel/locks.ts'
import { type InTransaction, transact } from '../../src/kernel/transaction.ts'
import { anApp } from '../support/app.ts'
import { aUser } from '../support/users.ts'

afterEach(() => {
  lockOrder.asserted = true
})

describe('the lock order', () => {
  it('allows later kinds, with gaps', () => {
    const tx = { locks: noLocks() }
    noteLock(tx, 'account', { keys: ['one'] })
    noteLock(tx, 'user', { keys: ['one', 'two'], strength: 'SHARE' })
    noteLock(tx, 'feed', {})
    expect(tx.locks.last).toBe('feed')
  })

  it('refuses an earlier kind, naming both', () => {
    const tx = { locks: noLocks() }
    noteLock(tx, 'file', { keys: ['one'] })
    expect(() => noteLock(tx, 'world', { keys: ['one'] })).toThrow('world (UPDATE of one) after file')
  })

  it('refuses further rows of a kind that is locked already', () => {
    const tx = { locks: noLocks() }
    noteLock(tx, 'file', { keys: ['one', 'two'] })
    expect(() => noteLock(tx, 'file', { keys: ['two', 'three'] })).toThrow('file (UPDATE of two, three) after file')
    expect(() => noteLock(tx, 'file', {})).toThrow('file (UPDATE of found rows) after file')
  })

  it('allows to take a held lock again, unless more strongly', () => {
    const tx = { locks: noLocks() }
    noteLock(tx, 'user', { keys: ['one', 'two'], strength: 'SHARE' })
    noteLock(tx, 'feed', { keys: ['one'] })
    noteLock(tx, 'user', { keys: ['two'], strength: 'SHARE' })
    noteLock(tx, 'user', { keys: ['one'], strength: 'KEY SHARE' })
    expect(() => noteLock(tx, 'user', { keys: ['one'] })).toThrow('user (UPDATE of one) after feed')
  })

  it('is not checked unless asserted', () => {
    lockOrder.asserted = false
    const tx = { locks: noLocks() }
    noteLock(tx, 'feed', {})
    noteLock(tx, 'account', {})
  })
})

describe('a transaction', async () => {
  const app = await anApp()
  const [ada, grace] = [await aUser(app), await aUser(app)]

  const outOfOrder: readonly (readonly [string, (tx: InTransaction) => Promise<unknown>])[] = [
    ['feeds before users', (tx) => lockFeeds(tx, [ada.id]).then(() => lockUser(tx, ada.id))],
    ['a user before the account', (tx) => lockUser(tx, ada.id).then(() => lockAccount(tx, ada.id))],
    ['a user before a pair', (tx) => lockUser(tx, ada.id).then(() => lockUserPair(tx, ada.id, grace.id))],
    ['users one by one', (tx) => lockUser(tx, grace.id).then(() => lockUser(tx, ada.id))],
    ['a user more strongly', (tx) => lockExistingUsers(tx, [ada.id]).then(() => lockUser(tx, ada.id))],
  ]
  it.each(outOfOrder)('that locks %s is refused', async (_name, work) => {
    await expect(transact(app.scope(), work)).rejects.toThrow('Lock order: ')
  })

  it('starts without the locks of an earlier one', async () => {
    await transact(app.scope(), (tx) => lockFeeds(tx, [ada.id]))
    await transact(app.scope(), (tx) => lockAccount(tx, ada.id))
  })
})

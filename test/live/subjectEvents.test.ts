import { expect, test } from 'vitest'
import { defineEvent } from '../../src/kernel/events.ts'
import { openSubjectEvents } from '../../src/live/subjectEvents.ts'
import { sharedApp } from '../support/app.ts'

const thingChanged = defineEvent<string, { readonly ownerId: string }>('subject-thing.changed')
const otherChanged = defineEvent<string>('subject-other.changed')

const app = await sharedApp()
let listeners = 0
const { events } = app.scope()
const counted: typeof events = {
  ...events,
  listen(type, listener) {
    listeners++
    return events.listen(type, listener)
  },
}
const subjectEvents = openSubjectEvents({ ...app.scope(), events: counted })

test('an event reaches those who follow its subject or another id of it, and asks none of ten thousand others', async () => {
  const heard: string[] = []
  const follow = (id: string) => subjectEvents.subscribe(thingChanged, id, () => void heard.push(id))
  for (let at = 0; at < 10_000; at++) follow(`thing ${at}`)
  const stop = follow('owner')
  subjectEvents.subscribe(otherChanged, 'thing 7', () => void heard.push('another type'))
  expect(listeners).toBe(1)

  await events.release([thingChanged('thing 7', { ownerId: 'owner' })])
  expect(heard).toEqual(['thing 7', 'owner'])
  stop()
  await events.release([thingChanged('thing 8', { ownerId: 'owner' }), thingChanged('unknown', { ownerId: 'nobody' })])
  expect(heard).toEqual(['thing 7', 'owner', 'thing 8'])
})

test('a subscriber that fails does not affect the others', async () => {
  const heard: string[] = []
  subjectEvents.subscribe(otherChanged, 'both', () => {
    throw new Error('it fails')
  })
  subjectEvents.subscribe(otherChanged, 'both', ({ subject }) => void heard.push(subject))
  await events.release([otherChanged('both')])
  expect(heard).toEqual(['both'])
})

test('subscribers of the same subject come and go without each other', async () => {
  const heard: string[] = []
  const [stopFirst, stopSecond, stopThird] = ['first', 'second', 'third'].map((name) =>
    subjectEvents.subscribe(otherChanged, 'shared', () => void heard.push(name)),
  )
  const hearOne = async () => {
    heard.length = 0
    await events.release([otherChanged('shared')])
    return heard
  }
  expect(await hearOne()).toEqual(['first', 'second', 'third'])
  stopFirst?.()
  stopFirst?.()
  expect(await hearOne()).toEqual(['second', 'third'])
  stopThird?.()
  expect(await hearOne()).toEqual(['second'])
  stopSecond?.()
  expect(await hearOne()).toEqual([])
  const stop = subjectEvents.subscribe(otherChanged, 'shared', () => void heard.push('again'))
  expect(await hearOne()).toEqual(['again'])
  stop()
  expect(await hearOne()).toEqual([])
})

test('nothing is delivered after the end', async () => {
  const heard: string[] = []
  subjectEvents.subscribe(otherChanged, 'late', ({ subject }) => void heard.push(subject))
  subjectEvents.close()
  await events.release([otherChanged('late')])
  expect(heard).toEqual([])
})

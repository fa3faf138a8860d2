import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../src/kernel/ids.ts'
import {
  GROUP_ACCESS_TYPES,
  INSTANCE_TYPES,
  type InstanceTags,
  locationOf,
  parseInstance,
  parseLocation,
  REGIONS,
} from '../../src/kernel/location.ts'

const now = new Date()
const WORLD = newId('world', now)
const USER = newId('user', now)
const GROUP = newId('group', now)

const OWNERS: Readonly<Record<string, string>> = { group: GROUP }

/** Generates valid combinations of tags. */
const tags: fc.Arbitrary<InstanceTags> = fc
  .record({
    name: fc.stringMatching(/^[0-9A-Za-z]{1,32}$/),
    type: fc.constantFrom(...INSTANCE_TYPES),
    canRequestInvite: fc.boolean(),
    groupAccessType: fc.option(fc.constantFrom(...GROUP_ACCESS_TYPES)),
    inviteOnly: fc.boolean(),
    ageGate: fc.boolean(),
    strict: fc.boolean(),
    region: fc.option(fc.constantFrom(...REGIONS)),
  })
  .map((some) => ({
    ...some,
    ownerId: some.type === 'public' ? null : (OWNERS[some.type] ?? USER),
    canRequestInvite: some.type === 'private' && some.canRequestInvite,
    groupAccessType: some.type === 'group' ? some.groupAccessType : null,
    inviteOnly: some.type === 'group' && some.inviteOnly,
    nonce: null,
  }))

describe('the grammar of locations', () => {
  it('parses what it writes, for all tags', () => {
    fc.assert(
      fc.property(tags, (some) => {
        const place = locationOf(WORLD, some)
        expect(parseLocation(place.location)).toEqual(place)
      }),
    )
  })

  it('accepts tags in any order', () => {
    fc.assert(
      fc.property(
        tags.chain((some) => {
          const { instanceId } = locationOf(WORLD, some)
          const [name = '', ...rest] = instanceId.split('~')
          const shuffled = fc.shuffledSubarray(rest, { minLength: rest.length })
          return shuffled.map((parts) => ({ instanceId, text: [name, ...parts].join('~') }))
        }),
        ({ instanceId, text }) => {
          expect(parseInstance(WORLD, text)?.instanceId).toBe(instanceId)
        },
      ),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (text) => {
        const place = parseInstance(WORLD, text)
        if (place) expect(parseLocation(place.location)).toEqual({ ...place, nonce: null })
      }),
    )
  })

  it('writes the tags in the documented order', () => {
    const text = `12345~region(eu)~nonce(0000-abcd)~canRequestInvite~private(${USER})`
    expect(parseLocation(`${WORLD}:${text}`)).toMatchObject({
      instanceId: `12345~private(${USER})~canRequestInvite~region(eu)`,
      type: 'private',
      ownerId: USER,
      nonce: '0000-abcd',
    })
  })

  it('ignores the short name in a launch link', () => {
    expect(parseLocation(`${WORLD}:1~region(jp)&shortName=abc`)?.location).toBe(`${WORLD}:1~region(jp)`)
  })

  it.each([
    '',
    'offline',
    'private',
    'traveling',
    'offline:offline',
    'private:private',
    WORLD,
    `${WORLD}:`,
    `${WORLD}:~region(us)`,
    `${WORLD}:1 2`,
    `${WORLD}:1~`,
    `${WORLD}:1~region`,
    `${WORLD}:1~region(xx)`,
    `${WORLD}:1~region(us)~region(us)`,
    `${WORLD}:1~hidden(${USER})~friends(${USER})`,
    `${WORLD}:1~private(nobody)`,
    `${WORLD}:1~group(${USER})`,
    `${WORLD}:1~canRequestInvite`,
    `${WORLD}:1~inviteOnly`,
    `${WORLD}:1~groupAccessType(plus)`,
    `${WORLD}:1~strict(1)`,
    `${WORLD}:1~constructor(1)`,
    `wrld_1:1`,
    `${WORLD}:${'1'.repeat(33)}`,
  ])('refuses %s', (text) => {
    expect(parseLocation(text)).toBeNull()
  })
})

import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { contract } from '../../src/areas/index.ts'
import { inRoutingOrder } from '../../src/contract/operation.ts'
import { createRouter } from '../../src/edges/rest/router.ts'

const endpoints = inRoutingOrder(contract).map(([name, row]) => ({ name, row }))
const find = createRouter(endpoints)

function requestOf(called: string): IncomingMessage {
  const [method, url] = called.split(' ')
  return Object.assign(new IncomingMessage(new Socket()), { method, url })
}

/** What is found for a method with a target. */
const found = (called: string) => {
  const route = find(requestOf(called))
  return route && { name: route.endpoint.name, params: { ...route.params }, query: route.query }
}

describe('the router', () => {
  it.each([
    ['a literal before a parameter', 'GET /api/1/worlds/active', 'getActiveWorlds', {}],
    ['a literal in upper case', 'GET /API/1/WORLDS/Active', 'getActiveWorlds', {}],
    ['a parameter', 'GET /api/1/worlds/wrld_1', 'getWorld', { worldId: 'wrld_1' }],
    ['HEAD like GET', 'HEAD /api/1/worlds/wrld_1', 'getWorld', { worldId: 'wrld_1' }],
    ['another method', 'PUT /api/1/worlds/wrld_1', 'updateWorld', { worldId: 'wrld_1' }],
    ['a slash at the end', 'GET /api/1/auth/user/', 'getCurrentUser', {}],
    ['an escape, which it decodes', 'GET /api/1/users/usr_%C3%A9', 'getUser', { userId: 'usr_é' }],
    ['an escape that is none', 'GET /api/1/users/usr_%zz', 'getUser', { userId: 'usr_%zz' }],
    [
      'two parameters in a segment',
      'GET /api/1/instances/wrld_1:2~region(us)',
      'getInstance',
      { worldId: 'wrld_1', instanceId: '2~region(us)' },
    ],
    [
      'a parameter before a text',
      'GET /api/1/calendar/grp_1/cal_1.ICS',
      'getGroupCalendarEventICS',
      { groupId: 'grp_1', calendarId: 'cal_1' },
    ],
    [
      'a parameter without that text',
      'GET /api/1/calendar/grp_1/cal_1',
      'getGroupCalendarEvent',
      { groupId: 'grp_1', calendarId: 'cal_1' },
    ],
  ])('finds %s', (_what, called, name, params) => {
    expect(found(called)).toEqual({ name, params, query: '' })
    expect(found(`${called}?n=1&path=/x?y`)).toEqual({ name, params, query: 'n=1&path=/x?y' })
  })

  it.each([
    ['an unknown path', 'GET /api/1/nothing/at/all'],
    ['a path of another method', 'POST /api/1/worlds/active'],
    ['a method without operations', 'OPTIONS /api/1/worlds'],
    ['an empty segment', 'GET /api/1/users//notes'],
    ['the prefix alone', 'GET /api/1/'],
    ['another prefix', 'GET /api/2/worlds'],
    ['no path', 'OPTIONS *'],
  ])('finds nothing for %s', (_what, called) => {
    expect(found(called)).toBeNull()
  })

  it('finds every operation by a path of it', () => {
    for (const { name, row } of endpoints) {
      const path = row.path.replace(/\{(\w+)\}/g, 'a-$1')
      const params = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => [parameter, `a-${parameter}`])
      expect(found(`${row.method.toUpperCase()} /api/1${path}`)).toEqual({
        name,
        params: Object.fromEntries(params),
        query: '',
      })
    }
  })
})

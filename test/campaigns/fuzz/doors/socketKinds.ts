import { chance, type Generator, hostileText, hostileValue, pick } from '../values.ts'
import type { Exchange, Kind, Scene } from './exchange.ts'
import { brokenFrame, frameBytes, TEXT } from './frameBytes.ts'
import { anOperation, hostileDocument, hostileVariables, repeatedIds, textOf } from './graphTexts.ts'
import { hostileQuery, hostileTarget } from './heads.ts'
import { type Header, requestBytes, sessionHeaders } from './httpBytes.ts'
import { withHostileHeaders } from './restKinds.ts'

const HANDSHAKE: readonly Header[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
]
const PROTOCOL: Header = ['Sec-WebSocket-Protocol', 'graphql-transport-ws']

const message = (value: unknown) => frameBytes({ opcode: TEXT, payload: textOf(value) })

interface OpenedOptions {
  readonly token: string
  readonly frames: Buffer
  readonly opening?: Buffer
}

const overGraph = ({ token, ...sent }: OpenedOptions): Exchange => ({
  protocol: 'graphqlSocket',
  ownConnection: true,
  bytes: requestBytes({ target: '/graphql', headers: [...HANDSHAKE, PROTOCOL, ...sessionHeaders(token)] }),
  ...sent,
})

const IDS = ['1', '1', '2', '__proto__', 'constructor', 'toString', '', 'x'.repeat(5_000), '\0', '0']
const TYPES = [
  'connection_init',
  'connection_ack',
  'ping',
  'pong',
  'subscribe',
  'next',
  'error',
  'complete',
  'start',
  '__proto__',
  '',
]

/** A message of the protocol that may stand at a wrong place, or have members of wrong types. */
function anyMessage(g: Generator, scene: Scene): unknown {
  const id = chance(g, 90) ? pick(g, IDS) : hostileValue(g)
  return pick(g, [
    () => ({
      type: 'connection_init',
      payload: pick(g, [{}, null, hostileValue(g), { authToken: hostileValue(g) }]),
    }),
    () => ({ type: 'subscribe', id, payload: anOperation(g, scene) }),
    () => ({ type: 'subscribe', id, payload: { query: 'subscription { notificationFeed { cursor } }' } }),
    () => ({ type: 'subscribe', id, payload: { query: hostileDocument(g, scene) } }),
    () => ({ type: 'subscribe', id, payload: hostileValue(g) }),
    () => ({
      type: 'subscribe',
      id,
      payload: { query: '{ onlineCount }', variables: hostileValue(g), operationName: hostileValue(g) },
    }),
    () => ({ type: 'complete', id }),
    () => ({ type: pick(g, ['ping', 'pong']), payload: hostileValue(g) }),
    () => ({ type: pick(g, TYPES), id, payload: hostileValue(g) }),
    () => hostileValue(g),
  ])()
}

const INIT = { type: 'connection_init' }

/** Mostly begins the protocol rightly. */
const anOpening = (g: Generator, percent: number) => (chance(g, percent) ? { opening: message(INIT) } : {})

const messages = (g: Generator, scene: Scene): Buffer =>
  Buffer.concat(Array.from({ length: pick(g, [1, 2, 3, 5]) }, () => message(anyMessage(g, scene))))

/** One operation with a malformed document or variables. */
function operation(g: Generator, scene: Scene): Buffer {
  const payload = pick(g, [
    () => ({ query: hostileDocument(g, scene) }),
    () => hostileVariables(g),
    () => repeatedIds(g, scene),
    () => anOperation(g, scene),
  ])()
  return message({ type: 'subscribe', id: '1', payload })
}

/** A text that is no message. */
function brokenText(g: Generator): Buffer {
  const payload = pick(g, [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"type":1}',
    '{"type":"ping"',
    '['.repeat(20_000),
    '\ufeff{}',
    hostileText(g),
  ])
  return frameBytes({ opcode: TEXT, payload })
}

const tokenOf = (g: Generator, { token }: Scene) => (chance(g, 80) ? token : '')

const SOCKET_HEADERS: Readonly<Record<string, readonly string[]>> = {
  'Sec-WebSocket-Version': ['', '0', '8', '99', 'x', '13, 8'],
  'Sec-WebSocket-Key': ['', 'x', '='.repeat(24), 'x'.repeat(5_000), '\xff'],
  'Sec-WebSocket-Protocol': ['', 'graphql-ws', 'x, graphql-transport-ws', ',', '__proto__', 'a b', 'x'.repeat(5_000)],
  'Sec-WebSocket-Extensions': [
    'permessage-deflate',
    'permessage-deflate; server_max_window_bits=99',
    ';',
    '__proto__',
    'x;'.repeat(2_000),
  ],
  Upgrade: ['WEBSOCKET', 'websocket, h2c', '', 'x'],
  Connection: ['upgrade', 'keep-alive', '', 'Upgrade, Upgrade'],
}

/** A handshake with another path, method or header. */
function handshake(g: Generator, target: string, headers: readonly Header[]): Buffer {
  const name = pick(g, Object.keys(SOCKET_HEADERS))
  const value = pick(g, SOCKET_HEADERS[name] ?? [''])
  const replaced = headers.map((header): Header => (header[0] === name ? [name, value] : header))
  const request = pick(g, [
    { target, headers: headers.some((header) => header[0] === name) ? replaced : [...headers, [name, value] as const] },
    { target, headers: headers.filter((header) => header[0] !== name) },
    { target: hostileTarget(g, target), headers },
    { target: `${target.split('?')[0]}?${hostileQuery(g)}`, headers },
    { target, headers, method: pick(g, ['POST', 'PUT', 'HEAD', 'OPTIONS']) },
    { target, headers, body: 'x'.repeat(pick(g, [1, 1_000])) },
    withHostileHeaders(g, { target, headers }),
  ])
  return requestBytes(request)
}

const door = 'GraphQL websocket'
const graphSocketKinds: readonly Kind[] = [
  {
    door,
    name: 'order of messages',
    generate: (g, scene) => overGraph({ token: tokenOf(g, scene), ...anOpening(g, 80), frames: messages(g, scene) }),
  },
  {
    door,
    name: 'operations',
    generate: (g, scene) => overGraph({ token: scene.token, ...anOpening(g, 100), frames: operation(g, scene) }),
  },
  {
    door,
    name: 'texts',
    generate: (g, scene) => overGraph({ token: tokenOf(g, scene), ...anOpening(g, 50), frames: brokenText(g) }),
  },
  {
    door,
    name: 'frames',
    generate: (g, scene) =>
      overGraph({
        token: tokenOf(g, scene),
        ...anOpening(g, 60),
        frames: brokenFrame(g, textOf(anyMessage(g, scene))),
      }),
  },
  {
    door,
    name: 'handshakes',
    generate: (g, scene) => ({
      protocol: 'graphqlSocket',
      ownConnection: true,
      bytes: handshake(g, '/graphql', [...HANDSHAKE, PROTOCOL, ...sessionHeaders(tokenOf(g, scene))]),
      frames: message(INIT),
    }),
  },
]

const LEGACY_PATHS = ['/', '/pipeline', '/pipeline/'] as const

const legacyTarget = (g: Generator, scene: Scene) => {
  const { token } = scene
  const query = pick(g, [
    `authToken=${token}`,
    `auth=${token}`,
    `authToken=${token}`,
    `authToken=&auth=${token}`,
    `authToken=x&authToken=${token}`,
    'authToken=',
    `authToken=${'x'.repeat(9_000)}`,
    'authToken=%zz',
    'authToken=__proto__',
    hostileQuery(g),
    '',
  ])
  return `${pick(g, LEGACY_PATHS)}?${query}`
}

/** Messages that the server has to ignore, or frames that it has to refuse. */
const legacyFrames = (g: Generator, scene: Scene) =>
  Buffer.concat(
    Array.from({ length: pick(g, [1, 2, 5]) }, () =>
      chance(g, 50)
        ? message(pick(g, [{ type: 'user-online', content: '{}' }, { err: 'x' }, hostileValue(g)]))
        : brokenFrame(g, textOf(anyMessage(g, scene))),
    ),
  )

const legacySocketKinds: readonly Kind[] = [
  {
    door: 'legacy websocket',
    name: 'tokens',
    generate: (g, scene) => ({
      protocol: 'legacySocket',
      ownConnection: true,
      bytes: requestBytes({ target: legacyTarget(g, scene), headers: HANDSHAKE }),
      frames: Buffer.alloc(0),
    }),
  },
  {
    door: 'legacy websocket',
    name: 'frames',
    generate: (g, scene) => ({
      protocol: 'legacySocket',
      ownConnection: true,
      bytes: requestBytes({ target: `${pick(g, LEGACY_PATHS)}?authToken=${tokenOf(g, scene)}`, headers: HANDSHAKE }),
      frames: legacyFrames(g, scene),
    }),
  },
  {
    door: 'legacy websocket',
    name: 'handshakes',
    generate: (g, scene) => ({
      protocol: 'legacySocket',
      ownConnection: true,
      bytes: handshake(g, `${pick(g, LEGACY_PATHS)}?authToken=${tokenOf(g, scene)}`, HANDSHAKE),
      frames: Buffer.alloc(0),
    }),
  },
]

export const socketKinds: readonly Kind[] = [...graphSocketKinds, ...legacySocketKinds]

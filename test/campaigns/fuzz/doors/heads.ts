import fc from 'fast-check'
import { chance, type Generator, HOSTILE_TEXTS, pick } from '../values.ts'
import type { Header } from './httpBytes.ts'

const LONG = 15_000
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** Writes some characters of a text by their codes. */
const partlyEncoded = (g: Generator, text: string) =>
  [...text].map((one) => (one !== '/' && chance(g, 20) ? percent(one) : one)).join('')

const swapCase = (text: string) =>
  [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('')

/** Writes a request target in an unusual or malformed way. */
export function hostileTarget(g: Generator, target: string): string {
  const [path = '', query = ''] = target.split('?')
  const tail = query === '' ? '' : `?${query}`
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index)
  const at = slashes.length > 0 ? pick(g, slashes) : 0
  const inserted = pick(g, SEGMENTS)
  return pick(g, [
    `${path.slice(0, at)}/${inserted}${path.slice(at)}${tail}`,
    `${path}/${inserted}${tail}`,
    `${path.slice(0, at)}/${path.slice(at)}${tail}`,
    `/${path}${tail}`,
    `${path}/${tail}`,
    `${path}//${tail}`,
    `${partlyEncoded(g, path)}${tail}`,
    path.replaceAll('/', '%2F') + tail,
    path.replaceAll('/', '\\') + tail,
    swapCase(path) + tail,
    `${path.slice(0, g(fc.nat, { max: path.length }))}${tail}`,
    `${path}${pick(g, ['%', '%0', '%zz', '%00', '%C0%AF', '%ED%A0%80', '%FF', '%0d%0a', ';x=1', '.', '%2e', '*'])}${tail}`,
    `${path}${tail}#fragment`,
    ...AUTHORITIES.map((authority) => `${authority}${path}${tail}`),
    `${path}/${pick(g, ['x', '../', '%2e%2e/', 'ä']).repeat(pick(g, [100, 1_000, 4_000]))}${tail}`.slice(0, LONG),
    pick(g, ['*', '', '?', '//', '/', '/.', '/..', '\\', '@', ':80', 'x', '%', '%2F', 'plaza.test:80', '/\xe4\xf6']),
  ])
}

const SEGMENTS = [
  '..',
  '.',
  '%2e%2e',
  '%2E',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%00',
  'a%00b',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  'undefined',
  '%5c..%5c',
  '%',
  ':worldId',
  '{userId}',
  '~',
  "'",
  '\xff\xfe',
  '%F0%9F%98%80',
]

const AUTHORITIES = [
  'http://[::1',
  'http://[::1]',
  'http://',
  'http://plaza.test',
  'http://plaza.test:99999',
  'http://a:b@plaza.test',
  'https://plaza.test',
  'HTTP://PLAZA.TEST',
  'http://[',
  'http://]',
  'http:',
  'ftp://x',
  'file://',
  'javascript:',
  '//evil.test',
  '///evil.test',
  '\\\\evil.test',
]

const NAMES = [
  'n',
  'offset',
  'search',
  'sort',
  'order',
  '__proto__',
  'constructor',
  'token',
  'authToken',
  'userId',
  'tag',
]

/** A malformed query, without its question mark. */
export function hostileQuery(g: Generator): string {
  const name = pick(g, NAMES)
  return pick(g, [
    `${name}=${pick(g, ['%', '%zz', '%00', '%C0%AF', '%ED%A0%80', '%u0041', '+', '%2B', '\xff'])}`,
    `${name}=1&${name}=2&${name}=x`,
    `${name}[]=1&${name}[a][b]=2`,
    `${name}[__proto__][x]=1&__proto__.x=1&constructor[prototype][x]=1`,
    `${name}=${encodeURIComponent(pick(g, HOSTILE_TEXTS.filter(isStorableInUrl)).slice(0, 1_500))}`,
    `n=${pick(g, ['-1', '0', '1e9', '1.5', '0x10', 'NaN', 'Infinity', '1'.repeat(300), ' 5', '٣'])}`,
    `offset=${pick(g, ['-1', '2147483648', '9223372036854775808', '1e309', '-0'])}`,
    '&'.repeat(pick(g, [1, 100, 10_000])),
    '='.repeat(pick(g, [1, 100, 10_000])),
    '?'.repeat(pick(g, [1, 100])),
    Array.from({ length: pick(g, [50, 1_001, 2_500]) }, (_, at) => `a${at}=`).join('&'),
    `${name}=${'x'.repeat(pick(g, [1_000, 14_000]))}`,
  ])
}

const isStorableInUrl = (text: string) => !/\p{Surrogate}/u.test(text)

const NAMES_OF_PROTOTYPES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']
const basic = (text: string, encoding: BufferEncoding = 'utf8') =>
  `Basic ${Buffer.from(text, encoding).toString('base64')}`

/** Values of each header that are malformed, unusual or too long. */
const HOSTILE_HEADERS: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    ...NAMES_OF_PROTOTYPES,
    '',
    ',',
    '*',
    '*/*;q=0',
    'image/webp;q=x,,;',
    'text/html',
    'application/json;q=0',
    'text/event-stream',
    'multipart/mixed',
    'application/graphql-response+json; charset=utf-16',
    '/'.repeat(50),
    'a/b,'.repeat(3_500),
    'x'.repeat(14_000),
  ],
  'Accept-Encoding': [
    'identity;q=0',
    '*;q=0',
    'br, identity;q=0',
    'gzip;q=0, identity;q=0',
    'gzip;q=2, *;q=0',
    'compress',
    'zstd',
    'constructor',
    '__proto__',
    '',
    ',,;',
    'gzip, '.repeat(2_000),
  ],
  'Accept-Language': ['*;'.repeat(500), '\xff', '-', 'x'.repeat(9_000)],
  Range: [
    'bytes=5-1',
    'bytes=-0',
    'bytes=0-0,0-0',
    `bytes=${'0-0,'.repeat(1_000)}9-`,
    'bytes=9e99-',
    'items=0-1',
    'bytes',
    '=',
  ],
  'If-None-Match': ['"'.repeat(50), '*', 'W/', '"x', `${'"x",'.repeat(3_000)}`, ''],
  'If-Match': ['*', '"x"', '', '"'.repeat(1_000)],
  'If-Modified-Since': ['never', 'Thu, 99 Foo 2999 99:99:99 GMT', '0', '1e309', ''],
  'If-Unmodified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'never'],
  'If-Range': ['"x"', 'never', 'W/"x"', ''],
  Cookie: [
    'auth=; auth=x',
    'auth',
    '=',
    ';'.repeat(1_000),
    'auth=authcookie_%zz; twoFactorAuth=a.b.c',
    '__proto__=x; constructor=y; auth=z',
    'auth="',
    `auth=${'x'.repeat(9_000)}`,
    `${'a=b; '.repeat(2_500)}`,
    'auth=\xfc\xe4',
    'auth=%00',
  ],
  Authorization: [
    'Basic',
    'Basic ',
    'Basic !!!!',
    'Basic =',
    basic('no colon'),
    basic(':'),
    basic('%zz:%'),
    basic('a\0b:c\0'),
    basic('m\xfcller:p\xe4ss', 'latin1'),
    basic(`${'x'.repeat(4_000)}:y`),
    'Bearer',
    'Bearer x',
    'Digest username="x"',
    'basic '.repeat(1_000),
    '\xff',
  ],
  'Content-Type': [
    '',
    '/',
    ';',
    'application/json;',
    'application/json; charset=utf-16',
    'application/json; charset="utf-8',
    'application/json; charset=__proto__',
    'application/json; charset=utf-8; charset=latin1',
    'application/json, text/plain',
    'application/graphql+json',
    'application/graphql',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'text/plain',
    'constructor',
    '__proto__/x',
    'application/json\xff',
    'x/'.repeat(5_000),
  ],
  'Content-Encoding': ['nonsense', 'identity', 'gzip, gzip', 'gzip, br, deflate', '__proto__', '', 'GZIP'],
  Host: ['', 'evil.test', 'plaza.test:99999', '[::1', '\xff', 'a b', '@', 'x'.repeat(5_000)],
  Origin: ['http://evil.test', 'null', '', 'http://[', '\xff', 'file://'],
  'X-Forwarded-For': ['::ffff:1.2.3.4%25eth0', "'; DROP", '', ','.repeat(2_000), '999.999.999.999', '[::1]:80', '\xff'],
  'X-Forwarded-Proto': ['https', 'x'.repeat(1_000)],
  Forwarded: ['for="_gazonk"', 'for=[::1', ';;;'],
  Via: ['1.1 x'],
  Upgrade: ['h2c', 'websocket', 'TLS/1.0', '__proto__', ''],
  Connection: ['Upgrade', 'close', 'keep-alive, Upgrade', 'constructor', ''],
  Expect: ['100-continue', 'nonsense', ''],
  'X-Request-Id': ['x'.repeat(5_000), '\xff', '__proto__'],
  'User-Agent': ['', 'x'.repeat(9_000), '\xff\x01'.slice(0, 1)],
  'X-HTTP-Method-Override': ['DELETE', '__proto__'],
  'Content-MD5': ['x', '', '='.repeat(100)],
  'X-Plaza-Cost': ['1', 'x'],
  'Apollo-Require-Preflight': [''],
  'Access-Control-Request-Method': ['POST', '\xff'],
  __proto__: ['x'],
  constructor: ['x'],
}

/** One or two hostile headers, each sometimes twice. */
export function hostileHeaders(g: Generator): Header[] {
  const count = chance(g, 60) ? 1 : 2
  return Array.from({ length: count }, () => oneHeader(g)).flat()
}

function oneHeader(g: Generator): Header[] {
  const name = pick(g, Object.keys(HOSTILE_HEADERS))
  const value = pick(g, HOSTILE_HEADERS[name] ?? [''])
  const header = [chance(g, 10) ? swapCase(name) : name, value] as const
  return chance(g, 10) && name !== 'Host' ? [header, header] : [header]
}

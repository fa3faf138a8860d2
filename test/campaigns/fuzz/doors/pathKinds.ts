import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { chance, type Generator, pick } from '../values.ts'
import { hostileJson } from './bodies.ts'
import type { Exchange, Kind, Scene } from './exchange.ts'
import { hostileQuery, hostileTarget } from './heads.ts'
import { type Header, type RequestParts, requestBytes, sessionHeaders } from './httpBytes.ts'
import { brokenRequest } from './requestSyntax.ts'
import { withHostileHeaders } from './restKinds.ts'

const PAGES = [
  '/',
  '/docs',
  '/docs/',
  '/docs/swagger-ui.css',
  '/docs/graphql',
  '/openapi.json',
  '/schema.graphql',
  '/public/group-icon.png',
  '/public/group-banner.png',
  '/api/1/css/app.css',
  '/api/1/js/app.js',
  '/livez',
  '/readyz',
  '/metrics',
  '/login/verify',
  '/payments/test/x',
]

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE'] as const

/** A request for a page or a file. */
const aPage = (g: Generator, { token, picturePath, calendarPath }: Scene): RequestParts => ({
  method: pick(g, METHODS),
  target: pick(g, [...PAGES, picturePath, picturePath, `${picturePath}/`, calendarPath, calendarPath]),
  headers: chance(g, 50) ? sessionHeaders(token) : [],
})

const rest = (request: RequestParts): Exchange => ({ protocol: 'rest', bytes: requestBytes(request) })

const CALENDAR_METHODS = ['PROPFIND', 'REPORT', 'OPTIONS', 'PUT', 'LOCK'] as const

const door = 'pages and files'
const pageKinds: readonly Kind[] = [
  {
    door,
    name: 'paths',
    generate(g, scene) {
      const page = aPage(g, scene)
      return rest({ ...page, target: hostileTarget(g, page.target) })
    },
  },
  {
    door,
    name: 'queries',
    generate(g, scene) {
      const page = aPage(g, scene)
      return rest({ ...page, target: `${page.target}?${hostileQuery(g)}` })
    },
  },
  { door, name: 'headers', generate: (g, scene) => rest(withHostileHeaders(g, aPage(g, scene))) },
  {
    door,
    name: 'methods',
    generate: (g, scene) => rest({ ...aPage(g, scene), method: pick(g, CALENDAR_METHODS), body: '<x/>' }),
  },
  {
    door,
    name: 'syntax of HTTP',
    generate: (g, scene) => ({ protocol: 'rest', ownConnection: true, ...brokenRequest(g, aPage(g, scene)) }),
  },
]

/** Malforms a signed URL, mostly in the last of its three parts. */
function hostileUploadTarget(g: Generator, path: string): string {
  const token = path.slice(path.lastIndexOf('/') + 1)
  const parts = token.split('.')
  const payload = Buffer.from(pick(g, ['{}', '[]', 'null', '{"__proto__":1}', '\xff', '{"key":"../../x"}'])).toString(
    'base64url',
  )
  return pick(g, [
    path,
    path,
    `/upload/${token.slice(0, g(fc.nat, { max: token.length }))}`,
    `/upload/${[parts[0], payload, parts[2]].join('.')}`,
    `/upload/${'.'.repeat(pick(g, [1, 2, 1_000]))}`,
    `/upload/${token}${pick(g, ['.', '=', '%00', '/x', '?x=1', '%2E', '%zz'])}`,
    `/upload/${token.replaceAll('.', '%2E')}`,
    '/upload/__proto__',
    '/upload/',
    '/upload',
    hostileTarget(g, path),
  ])
}

function hostileUpload(g: Generator, { uploadPath }: Scene): RequestParts {
  const body = Buffer.from(g(fc.uint8Array, { maxLength: 100 }))
  const md5 = createHash('md5').update(body).digest('base64')
  const headers: Header[] = [
    ['Content-Type', pick(g, ['application/octet-stream', 'image/png', '', 'constructor', 'x'.repeat(5_000)])],
    ['Content-MD5', pick(g, [md5, md5.slice(1), '', '=', '\xff', 'x'.repeat(5_000)])],
  ]
  const method = pick(g, ['PUT', 'PUT', 'PUT', 'OPTIONS', 'POST', 'DELETE', 'GET', 'HEAD'])
  return { method, target: hostileUploadTarget(g, uploadPath), headers: headers.slice(g(fc.nat, { max: 2 })), body }
}

const uploadKinds: readonly Kind[] = [
  { door: 'part uploads', name: 'URLs and bytes', generate: (g, scene) => rest(hostileUpload(g, scene)) },
  {
    door: 'part uploads',
    name: 'headers',
    generate: (g, scene) => rest(withHostileHeaders(g, hostileUpload(g, scene))),
  },
  {
    door: 'part uploads',
    name: 'syntax of HTTP',
    generate: (g, scene) => ({ protocol: 'rest', ownConnection: true, ...brokenRequest(g, hostileUpload(g, scene)) }),
  },
]

const NOTICE = '{"id":"evt_1","type":"payment.succeeded","created":1,"data":{"payment":"pay_1","amount":100}}'
const WEBHOOKS = [
  '/webhooks/payment/test',
  '/webhooks/payment/none',
  '/webhooks/payment/__proto__',
  '/webhooks/payment/',
]
const SIGNATURES = ['', 'x', 't=1,v1=00', `t=${'9'.repeat(40)},v1=`, ',='.repeat(500), '\xff', 't=NaN,v1=zz']

const webhookKinds: readonly Kind[] = [
  {
    door: 'payment webhook',
    name: 'signatures and bodies',
    generate(g) {
      const { headers, body } = hostileJson(g, NOTICE)
      const signature: Header = [pick(g, ['Payment-Signature', 'X-Signature', 'Stripe-Signature']), pick(g, SIGNATURES)]
      return rest({ method: 'POST', target: pick(g, WEBHOOKS), headers: [...headers, signature], body })
    },
  },
  {
    door: 'payment webhook',
    name: 'headers',
    generate: (g) => rest(withHostileHeaders(g, { method: 'POST', target: '/webhooks/payment/test', body: NOTICE })),
  },
]

export const pathKinds: readonly Kind[] = [...pageKinds, ...uploadKinds, ...webhookKinds]

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Context } from 'koa'
import { allowScripts, scriptHash } from '../responseHeaders.ts'
import { staticContent } from './staticContent.ts'

/** Replaces the initializer script of swagger-ui-dist, which would load its demo API. */
const INITIALIZER = `window.onload = () => {
  SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    displayOperationId: true,
    tryItOutEnabled: true,
    withCredentials: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
  })
}
`

/** Seconds during which browsers need not ask again for the files of swagger-ui-dist. */
const MAX_AGE = 86_400
const INDEX = 'index.html'
const INITIALIZER_NAME = 'swagger-initializer.js'
/** The files of swagger-ui-dist that its page loads, with their media types. */
const FILES = {
  'index.css': 'css',
  'swagger-ui.css': 'css',
  'swagger-ui-bundle.js': 'js',
  'swagger-ui-standalone-preset.js': 'js',
  'favicon-16x16.png': 'png',
  'favicon-32x32.png': 'png',
} as const
const SCRIPTS = ['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', INITIALIZER_NAME] as const

type Page = (context: Context) => Promise<void>

const folder = () => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const readPart = async (name: string) => (name === INITIALIZER_NAME ? INITIALIZER : readFile(join(folder(), name)))

/** Serves Swagger UI, whose page runs its own scripts alone. */
function servePage(): Page {
  let hashes: readonly string[] = []
  const serve = staticContent({
    type: 'html',
    async load() {
      hashes = await Promise.all(SCRIPTS.map(async (name) => scriptHash(await readPart(name))))
      const page = await readFile(join(folder(), INDEX), 'utf8')
      return SCRIPTS.reduce((html, name, at) => withIntegrity(html, name, hashes[at] ?? ''), page)
    },
  })
  return async (ctx) => {
    await serve(ctx)
    allowScripts(ctx, hashes)
  }
}

/**
 * A policy allows a loaded script by its hash only if its element has that, too. The hash in the address keeps a browser from
 * taking the script of an older release from its cache.
 */
const withIntegrity = (html: string, name: string, hash: string) =>
  html.replace(`src="./${name}"`, `src="./${name}?${encodeURIComponent(hash)}" integrity="${hash}"`)

/** Swagger UI with all files that its page loads, by path. */
export function swaggerPages(path: string): [string, Page][] {
  const files = Object.entries(FILES).map(([name, type]): [string, Page] => [
    `${path}/${name}`,
    staticContent({ type, load: () => readPart(name), maxAge: MAX_AGE }),
  ])
  const page = servePage()
  return [
    ...files,
    [`${path}/${INITIALIZER_NAME}`, staticContent({ type: 'js', load: () => INITIALIZER })],
    [`${path}/${INDEX}`, page],
    [`${path}/`, page],
  ]
}

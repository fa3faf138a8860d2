import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { getOrCreate, lookUp } from '../../kernel/maps.ts'
import { pageRouter } from '../koa.ts'
import { staticContent } from '../pages/staticContent.ts'
import { HttpError } from '../rest/errors.ts'

/** Suffixes of the compressed forms that the build writes beside a file, the preferred one first. */
const SUFFIXES: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' }
/** The names have a hash of the content, so that an address always has the same content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Seconds during which browsers need not ask again for files without a hash in their name. */
const MAX_AGE = 86_400
/** Files at the root of the site, for browsers and crawlers. */
const ROOT_FILES = ['favicon.ico', 'favicon.svg', 'icon-512.png', 'manifest.webmanifest', 'robots.txt']

const namesIn = (folder: string): ReadonlySet<string> => new Set(existsSync(folder) ? readdirSync(folder) : [])

/** Serves the scripts, styles and pictures of the web UI, which `npm run build` has written to `folder`. */
export function webAssets(folder: string): Router {
  const router = pageRouter().get('/assets/:name', hashedFiles(join(folder, 'assets')))
  const present = namesIn(folder)
  for (const name of ROOT_FILES.filter((file) => present.has(file)))
    router.get(
      `/${name}`,
      staticContent({ type: typeOf(name), load: () => readFile(join(folder, name)), maxAge: MAX_AGE }),
    )
  return router
}

const typeOf = (name: string) => (name.endsWith('.webmanifest') ? 'application/manifest+json' : extname(name))

/** Serves files from memory, each read at its first request. A missing one is 404, also where a page would be expected. */
function hashedFiles(folder: string): (ctx: Context) => Promise<void> {
  const names = namesIn(folder)
  const contents = new Map<string, Promise<Buffer>>()
  return async (ctx) => {
    const name = String(ctx.params.name)
    if (!names.has(name) || isCompressedForm(name)) throw new HttpError(404, 'There is no such file')
    const encoding = encodingOf(ctx, (suffix) => names.has(`${name}${suffix}`))
    const file = `${name}${lookUp(SUFFIXES, encoding) ?? ''}`
    ctx.body = await getOrCreate(contents, file, () => readFile(join(folder, file))).catch((error) => {
      contents.delete(file)
      throw error
    })
    ctx.type = typeOf(name)
    ctx.set('Cache-Control', IMMUTABLE)
    ctx.vary('Accept-Encoding')
    if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
  }
}

const isCompressedForm = (name: string) => Object.values(SUFFIXES).includes(extname(name))

function encodingOf(ctx: Context, exists: (suffix: string) => boolean): string {
  const offered = Object.keys(SUFFIXES).filter((encoding) => exists(lookUp(SUFFIXES, encoding) ?? ''))
  return ctx.acceptsEncodings(...offered, 'identity') || 'identity'
}

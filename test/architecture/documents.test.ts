import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CAMPAIGNS } from '../campaigns/campaigns.ts'

const filesIn = (folder: string, extension: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !name.includes('generated/'))
    .map((name) => join(folder, name))

const pages = ['README.md', ...filesIn('docs', '.md')]
const sources = [...filesIn('src', '.ts'), ...filesIn('test', '.ts'), 'codegen.ts', '.ci/run', 'package.json']
const textOf = (path: string) => readFileSync(path, 'utf8')

/** Where the first group of a pattern matches what is not among the names, as `path: match`. */
const unknownIn = (paths: readonly string[], pattern: RegExp, names: readonly string[]) =>
  paths.flatMap((path) =>
    [...textOf(path).matchAll(pattern)]
      .filter(([, name = '']) => !names.includes(name))
      .map(([match]) => `${path}: ${match}`),
  )

describe('README, docs and comments', () => {
  it('name npm scripts that exist', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(textOf('package.json')))
    const mention = /\bnpm run (?:--silent )?([a-z][\w:]*)/g
    expect(unknownIn([...pages, ...sources], mention, Object.keys(scripts))).toEqual([])
  })

  it('name campaigns that exist', () => {
    const names = ['NAME', ...CAMPAIGNS.map(({ name }) => name)]
    expect(unknownIn([...pages, ...sources], /\bnpm run campaign -- (\w+)/g, names)).toEqual([])
  })

  it('link to files that exist', () => {
    const links = pages.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => join(dirname(path), target)),
    )
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((target) => !existsSync(target))).toEqual([])
  })
})

describe('the campaigns', () => {
  it('run files that exist, and are described in docs/campaigns.md', () => {
    expect(CAMPAIGNS.filter(({ file }) => !existsSync(file))).toEqual([])
    const described = [...textOf('docs/campaigns.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    expect(new Set(described)).toEqual(new Set(CAMPAIGNS.map(({ name }) => name)))
  })
})

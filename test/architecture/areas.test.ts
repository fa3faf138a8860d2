import { describe, expect, it } from 'vitest'
import { areas } from '../../src/areas/index.ts'
import { importsOf, readSources } from '../../src/tools/importGraph.ts'

const LIST = 'src/areas/index.ts'
const MANIFEST = /^src\/areas\/[^/]+\/index\.ts$/
/** Files that compile without being imported by their manifest, but are then not mounted. */
const MOUNTED = /^src\/areas\/[^/]+\/(rest|frames|accountErasure|graph\/.+)\.ts$/

const files = [...readSources().keys()]
const imports = importsOf(readSources()).filter(({ typeOnly }) => !typeOnly)
const importedBy = (file: string) => imports.filter(({ from }) => from === file).map(({ to }) => to)
const importersOf = (file: string) => imports.filter(({ to }) => to === file).map(({ from }) => from)

/** Files of the manifest's own area that are loaded with it. */
function loadedWith(manifest: string): Set<string> {
  const area = manifest.replace('index.ts', '')
  const found = new Set([manifest])
  for (const file of found) {
    for (const next of importedBy(file).filter((to) => to.startsWith(area))) found.add(next)
  }
  return found
}

describe('an area', () => {
  it('is imported by the rest of the server only through the list of areas', () => {
    const manifests = files.filter((file) => MANIFEST.test(file))
    expect(manifests).toHaveLength(areas.length)
    for (const manifest of manifests) expect(importersOf(manifest), manifest).toEqual([LIST])
  })

  it('has a manifest that mounts each of its operations, graph modules and frames', () => {
    const forgotten = files.filter((file) => {
      const [area] = /^src\/areas\/[^/]+\//.exec(file) ?? []
      return MOUNTED.test(file) && !loadedWith(`${area}index.ts`).has(file)
    })
    expect(forgotten).toEqual([])
  })

  it('has its own place in the order of account erasure', () => {
    const places = areas.flatMap(({ accountErasure = [] }) => [accountErasure].flat().map(({ place }) => place))
    expect(new Set(places).size).toBe(places.length)
    expect(places.length).toBeGreaterThan(5)
  })
})

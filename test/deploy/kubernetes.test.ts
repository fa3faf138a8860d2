import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { SETTINGS_SCHEMA } from '../../src/settingSchema.ts'
import { REPOSITORY_ROOT } from '../support/serverProcess.ts'

const FOLDER = join(REPOSITORY_ROOT, 'deploy/kubernetes')
const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string(), namespace: z.string().optional() }).loose(),
})
const manifests = readdirSync(FOLDER).map((file) => ({
  file,
  manifest: Manifest.parse(parse(readFileSync(join(FOLDER, file), 'utf8'))),
}))
type Manifest = z.output<typeof Manifest>

/** The module of the package of Kubernetes' schemas for a kind. */
const moduleOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`

/** The TypeScript file of a manifest as a literal of its type, of which unknown fields are errors. */
const sourceOf = (manifest: Manifest) =>
  `import type { I${manifest.kind} } from '${moduleOf(manifest)}'\nexport const manifest: I${manifest.kind} = ${JSON.stringify(manifest, null, 1)}`

/** Errors of the compiler by file. */
function typeErrors(sources: ReadonlyMap<string, string>): string[] {
  const options: ts.CompilerOptions = {
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    ...{ target: ts.ScriptTarget.ES2022, strict: true, noEmit: true, skipLibCheck: true, types: [] },
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile, readFile } = host
  host.fileExists = (name) => sources.has(name) || fileExists(name)
  host.readFile = (name) => sources.get(name) ?? readFile(name)
  host.getSourceFile = (name, ...rest) => {
    const text = sources.get(name)
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
  }
  const program = ts.createProgram([...sources.keys()], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
}

describe('the manifests of Kubernetes', () => {
  it.each(manifests)('$file is valid by the JSON schema of its kind', async ({ manifest }) => {
    const { [manifest.kind]: Model } = createRequire(import.meta.url)(moduleOf(manifest))
    expect(() => new Model(manifest).validate()).not.toThrow()
  })

  it('have no field that their kind does not have', () => {
    const place = (file: string) => join(REPOSITORY_ROOT, 'test/deploy', `${file}.ts`)
    const [first] = manifests
    const misspelt = Manifest.parse({ ...first?.manifest, spek: {} })
    const files = [...manifests, { file: 'misspelt', manifest: misspelt }]
    const errors = typeErrors(new Map(files.map(({ file, manifest }) => [place(file), sourceOf(manifest)])))
    expect(errors).toEqual([expect.stringMatching(/misspelt\.ts: .*spek.* does not exist/)])
  })

  it('are in one namespace, and set settings alone', () => {
    for (const { manifest } of manifests)
      expect(manifest.kind === 'Namespace' ? manifest.metadata.name : manifest.metadata.namespace).toBe('plaza')
    const names = manifests.flatMap(({ manifest }) => {
      if (manifest.kind === 'ConfigMap') return Object.keys(Object(manifest.data))
      return manifest.kind === 'Secret' ? Object.keys(Object(manifest.stringData)) : []
    })
    expect(names.filter((name) => !(name in SETTINGS_SCHEMA.shape))).toEqual([])
  })
})

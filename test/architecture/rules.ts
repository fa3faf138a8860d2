import type { Import } from './graph.ts'

/** What the files of one part of src may import. */
interface Zone {
  readonly name: string
  readonly files: RegExp
  readonly may: readonly RegExp[]
  /** What it may import beside that by `import type`. */
  readonly mayType?: readonly RegExp[]
}

const KERNEL = /^src\/kernel\//
const GENERATED = /^src\/generated\//
const CONTRACT = /^src\/contract\//
const EDGES = /^src\/edges\//
const PLATFORM = /^src\/platform\//
const SETTINGS = /^src\/settings\.ts$/

/** What a noun knows nothing of. */
const DOORS = 'koa|@koa/|graphql|@graphql|@pothos/|@escape\\.tech/|zod|@asteasolutions/|ws$|dataloader'
const LIBRARY = new RegExp(`^(node:|npm:(?!${DOORS}))`)
const ANY_LIBRARY = /^(node|npm):/
/** By its types alone a wire record says what a row of the contract answers. */
const ZOD = /^npm:zod$/
const GRAPH_LIBRARY = /^npm:(graphql|@pothos\/|dataloader)/

/** An area's files that face a door or the platform; every other file of an area is its core. */
const GLUE = 'wire|frames|rest|graph\\w*|demo|jobs'
const glue = (...names: string[]) => new RegExp(`^src/areas/[^/]+/(${names.join('|')})\\.ts$`)
const CORE = new RegExp(`^src/areas/[^/]+/(?!(${GLUE})\\.ts$)`)
/** Frames are wire records too: those that the legacy websocket tells. */
const WIRE = glue('wire', 'frames')
const GRAPH = glue('graph\\w*')

/** The first zone that a file belongs to holds for it. */
export const zones: readonly Zone[] = [
  { name: 'contract', files: CONTRACT, may: [CONTRACT, /^src\/kernel\/ids\.ts$/, ZOD] },
  { name: 'kernel', files: KERNEL, may: [KERNEL, GENERATED, LIBRARY] },
  { name: 'wire', files: WIRE, may: [KERNEL, GENERATED, CONTRACT, CORE, WIRE, LIBRARY], mayType: [ZOD] },
  { name: 'rest', files: glue('rest'), may: [KERNEL, CONTRACT, CORE, WIRE, LIBRARY], mayType: [ZOD] },
  {
    name: 'graph',
    files: GRAPH,
    may: [KERNEL, GENERATED, CORE, GRAPH, /^src\/edges\/graphql\//, GRAPH_LIBRARY, LIBRARY],
  },
  { name: 'jobs and demo', files: glue('jobs', 'demo'), may: [KERNEL, GENERATED, CORE, LIBRARY], mayType: [PLATFORM] },
  { name: "an area's core", files: CORE, may: [KERNEL, GENERATED, CORE, LIBRARY] },
  { name: 'the schema', files: /^src\/edges\/graphql\/schema\.ts$/, may: [GRAPH, EDGES, GRAPH_LIBRARY] },
  {
    name: 'edges',
    files: EDGES,
    may: [EDGES, CONTRACT, KERNEL, GENERATED, CORE, ANY_LIBRARY],
    mayType: [PLATFORM, SETTINGS],
  },
  { name: 'platform', files: PLATFORM, may: [PLATFORM, KERNEL, GENERATED, SETTINGS, ANY_LIBRARY] },
  { name: 'settings', files: SETTINGS, may: [KERNEL, ANY_LIBRARY] },
  { name: 'generated', files: GENERATED, may: [GENERATED, ANY_LIBRARY] },
  { name: 'the process and its tools', files: /^src\/((app|main|demo|greeting)\.ts|(cli|tools|demo)\/)/, may: [/./] },
]

const zoneOf = (file: string) => zones.find((zone) => zone.files.test(file))

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const zone = zoneOf(from)
  if (!zone) return false
  return [...zone.may, ...(typeOnly ? (zone.mayType ?? []) : [])].some((target) => target.test(to))
}

/** The imports that the house does not allow, as `from → to (zone)`. A file in no zone may import nothing. */
export const breaches = (imports: readonly Import[]): string[] =>
  imports
    .filter((one) => !isAllowed(one))
    .map((one) => `${one.from} → ${one.to} (${zoneOf(one.from)?.name ?? 'no part of the house'})`)

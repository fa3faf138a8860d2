import type { Import } from '../../src/tools/importGraph.ts'

/** The imports that the files of one zone of src may have. */
interface Zone {
  readonly name: string
  readonly files: RegExp
  readonly allowed: readonly RegExp[]
  /** Further imports that are allowed by `import type`. */
  readonly allowedTypes?: readonly RegExp[]
}

const WEB = /^src\/web\//
/** What the build of the web UI does with its sources. */
const WEB_BUILD = /^src\/web\/build\//
const KERNEL = /^src\/kernel\//
const GENERATED = /^src\/generated\//
const CONTRACT = /^src\/contract\//
const EDGES = /^src\/edges\//
const LIVE = /^src\/live\//
const PLATFORM = /^src\/platform\//
const PROCESS =
  /^src\/((app|main|metricsPort|pages|serve|startProbe|startupBanner|stopSignal|unexpectedErrors|warmUp|websockets)\.ts|(cli|tools|demo|workers)\/)/
/** Backups, restores and moves of a whole installation. */
const BACKUP = /^src\/backup\//
const VERSION = /^src\/version\.ts$/
const SETTINGS = /^src\/setting(s|Schema|Kinds|Retention|Typos|Warnings)\.ts$/

/** Imports that the core files of an area must not have. */
const TRANSPORT_LIBRARIES = 'koa|@koa/|graphql|@graphql|@pothos/|@escape\\.tech/|zod|@asteasolutions/|ws$|dataloader'
const LIBRARY = new RegExp(`^(node:|npm:(?!${TRANSPORT_LIBRARIES}))`)
const ANY_LIBRARY = /^(node|npm):/
/** Wire records may import the types of the contract, which declare their results. */
const ZOD = /^npm:zod$/
const GRAPH_LIBRARY = /^npm:(graphql|@pothos\/|dataloader|zod)/
const DATALOADER = /^npm:dataloader$/

/** Files of an area for a transport, and its manifest; every other file of an area is its core. */
const TRANSPORT_FILES = 'wire|frames|rest|index|jobs'
const areaFiles = (...names: string[]) => new RegExp(`^src/areas/[^/]+/(${names.join('|')})(/[^/]+)?\\.ts$`)
const CORE = new RegExp(`^src/areas/[^/]+/(?!graph/|(${TRANSPORT_FILES})(/|\\.ts$))`)
/** Wire records, including the frames of the legacy websocket. */
const WIRE = areaFiles('wire', 'frames')
/** Handlers; those of a large area have a file for each noun. */
const REST = areaFiles('rest')
const GRAPH = /^src\/areas\/[^/]+\/graph\//
/** The list of all areas, which no area may import. */
const ALL_AREAS = /^src\/areas\/index\.ts$/
/** The manifest of an area, which only the list of areas may import. */
const MANIFEST = areaFiles('index')
/** The type of a manifest. */
const AREA = /^src\/areas\/area\.ts$/
/** All files except the list of areas and the manifests. */
const BELOW_MANIFESTS = /^(?!src\/areas\/([^/]+\/)?index\.ts$)/

/** Zones in order of precedence: the first one that matches a file applies. */
export const zones: readonly Zone[] = [
  { name: 'the web UI', files: WEB, allowed: [WEB, /^npm:/, /^node:/] },
  { name: 'contract', files: CONTRACT, allowed: [CONTRACT, /^src\/kernel\/(ids|maps|texts)\.ts$/, ZOD] },
  { name: 'kernel', files: KERNEL, allowed: [KERNEL, GENERATED, LIBRARY, DATALOADER] },
  { name: 'the list of areas', files: ALL_AREAS, allowed: [MANIFEST, AREA, CONTRACT, KERNEL] },
  { name: 'manifest', files: MANIFEST, allowed: [BELOW_MANIFESTS] },
  { name: "a manifest's shape", files: AREA, allowed: [CONTRACT, KERNEL], allowedTypes: [CORE, EDGES] },
  {
    name: 'wire',
    files: WIRE,
    allowed: [KERNEL, GENERATED, CONTRACT, CORE, WIRE, LIBRARY],
    allowedTypes: [ZOD, /^src\/edges\/pipeline\/frames\.ts$/],
  },
  {
    name: 'rest',
    files: REST,
    allowed: [KERNEL, CONTRACT, CORE, WIRE, REST, LIBRARY],
    allowedTypes: [ZOD],
  },
  {
    name: 'graph',
    files: GRAPH,
    allowed: [KERNEL, GENERATED, CONTRACT, CORE, GRAPH, /^src\/edges\/graphql\//, GRAPH_LIBRARY, LIBRARY, VERSION],
  },
  { name: 'jobs', files: areaFiles('jobs'), allowed: [KERNEL, GENERATED, CORE, LIBRARY] },
  { name: "an area's core", files: CORE, allowed: [KERNEL, GENERATED, CORE, LIBRARY] },
  { name: 'the schema', files: /^src\/edges\/graphql\/schema\.ts$/, allowed: [ALL_AREAS, EDGES, GRAPH_LIBRARY] },
  {
    name: 'the kit of mutations, which knows the acts of the staff, and whose payloads show the viewer',
    files: /^src\/edges\/graphql\/resolvers\/mutation\.ts$/,
    allowed: [EDGES, KERNEL, /^src\/areas\/(accounts\/graph\/viewer|audit\/actNames)\.ts$/, GRAPH_LIBRARY, LIBRARY],
    allowedTypes: [ZOD],
  },
  { name: 'live', files: LIVE, allowed: [LIVE, KERNEL, GENERATED, CORE, LIBRARY, DATALOADER] },
  {
    name: 'edges',
    files: EDGES,
    allowed: [EDGES, LIVE, CONTRACT, KERNEL, GENERATED, CORE, VERSION, ANY_LIBRARY],
    allowedTypes: [PLATFORM, SETTINGS],
  },
  { name: 'platform', files: PLATFORM, allowed: [PLATFORM, KERNEL, GENERATED, SETTINGS, ANY_LIBRARY] },
  { name: 'backup', files: BACKUP, allowed: [BACKUP, PLATFORM, KERNEL, SETTINGS, VERSION, ANY_LIBRARY] },
  { name: 'settings', files: SETTINGS, allowed: [KERNEL, SETTINGS, ANY_LIBRARY] },
  { name: 'the version', files: VERSION, allowed: [/^src\/platform\/packageFolder\.ts$/, LIBRARY] },
  { name: 'generated', files: GENERATED, allowed: [GENERATED, ANY_LIBRARY] },
  {
    name: 'the process and its tools',
    files: PROCESS,
    allowed: [
      ...[ALL_AREAS, BACKUP, CORE, CONTRACT, EDGES, GENERATED, KERNEL, LIVE, PLATFORM, PROCESS, SETTINGS, ANY_LIBRARY],
      WEB_BUILD,
    ],
  },
]

const zoneOf = (file: string) => zones.find((zone) => zone.files.test(file))

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const zone = zoneOf(from)
  if (!zone) return false
  return [...zone.allowed, ...(typeOnly ? (zone.allowedTypes ?? []) : [])].some((target) => target.test(to))
}

/** Forbidden imports, as `from → to (zone)`. A file in no zone may import nothing. */
export const breaches = (imports: readonly Import[]): string[] =>
  imports
    .filter((one) => !isAllowed(one))
    .map((one) => `${one.from} → ${one.to} (${zoneOf(one.from)?.name ?? 'no part of the house'})`)

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type GraphQLSchema, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql'

const CALL = /\bgraphql\(\s*`([^`]*)`\s*,?\s*\)/g

/** Parts of the web UI that stand for a place in it, with the number of folders that tell them apart. */
const DEPTHS: Readonly<Record<string, number>> = { pages: 2, components: 2 }
/** Pages whose sections are places of their own. */
const SECTIONED = ['pages/settings/']

/** The part of the web UI that a file belongs to, such as `pages/world` or `components/people`. */
export function placeOf(file: string): string {
  const folders = file.split('/').slice(0, -1)
  const depth = DEPTHS[folders[0] ?? ''] ?? 1
  const isSection = SECTIONED.some((page) => file.startsWith(page))
  return folders.slice(0, isSection ? depth + 1 : depth).join('/')
}

/** The fields, as Type.field, that each part of the web UI selects in its documents. */
export function fieldUses(schema: GraphQLSchema, folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = new Map<string, Set<string>>()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated/')).sort()
  for (const file of sources) {
    const texts = [...readFileSync(join(folder, file), 'utf8').matchAll(CALL)].map(([, text = '']) => text)
    for (const field of texts.flatMap((text) => fieldsIn(schema, text))) {
      const places = uses.get(field) ?? new Set()
      uses.set(field, places.add(placeOf(file)))
    }
  }
  return uses
}

/** The fields that a document selects itself, without those of the fragments that it spreads. */
function fieldsIn(schema: GraphQLSchema, text: string): string[] {
  const fields: string[] = []
  const info = new TypeInfo(schema)
  const note = {
    Field() {
      fields.push(`${info.getParentType()?.name}.${info.getFieldDef()?.name}`)
    },
  }
  visit(parse(text), visitWithTypeInfo(info, note))
  return fields
}

import { builder, MAY_BE_OLD } from '../../../edges/graphql/builder.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { readBeforeLoads } from '../../../edges/graphql/resolvers/loader.ts'
import { type KeysetOrder, keysetConnection } from '../../../edges/graphql/resolvers/pagination.ts'
import { invalid } from '../../../kernel/failure.ts'
import { invalidCursor } from '../../../kernel/page.ts'
import {
  countFoundGroups,
  type FoundGroup,
  findGroupByCode,
  type GroupSearch,
  readFoundGroups,
} from '../group/queries.ts'
import { canSeeInside } from '../policy.ts'
import { Group, GroupConnection, groupsById } from './group.ts'
import { withGroups } from './loaders.ts'

const PLACE = /^(\d+(?:\.\d+)?(?:e[+-]?\d+)?) (\d{1,9}) (grp_[\da-f-]{36})$/

/** The order of what a search finds: greatest score first. */
const BY_SCORE: KeysetOrder<FoundGroup, FoundGroup> = {
  descending: false,
  keyText: ({ score, memberCount, id }) => `${score} ${memberCount} ${id}`,
  parseKey(text, side) {
    const [, score, memberCount, id] = PLACE.exec(text) ?? []
    if (score === undefined || memberCount === undefined || id === undefined) throw invalidCursor(side)
    return { score, memberCount: Number(memberCount), id }
  },
}

const GroupFilter = builder.inputType('GroupFilter', {
  description: 'Which groups to list.',
  fields: (t) => ({
    search: t.string({
      description: 'A short code, a short code with discriminator as in `CODE.1234`, or a part of the name.',
    }),
    isExact: t.boolean({ description: 'Whether names must be equal to the text rather than similar.' }),
    tags: t.stringList({ description: 'Tags of which a group must have all; at most 5.' }),
    languages: t.stringList({ description: 'Codes of languages, of which a group must have one; at most 10.' }),
    minMembers: t.int({ description: 'Fewest members.' }),
    maxMembers: t.int({ description: 'Most members.' }),
  }),
})

const MAX_SEARCH_LENGTH = 1_024
const MAX_TAGS = 5
const MAX_LANGUAGES = 10

/** Throws `invalid` for too many tags or languages. */
function searchOf(filter: typeof GroupFilter.$inferInput): GroupSearch {
  const { search = '', isExact: isStrict = false, tags = [], languages = [], ...sizes } = omitNullish(filter)
  assertFew('tags', tags, MAX_TAGS)
  assertFew('languages', languages, MAX_LANGUAGES)
  return { text: search.slice(0, MAX_SEARCH_LENGTH), isStrict, tags, languages, ...sizes }
}

function assertFew(field: string, values: readonly string[], max: number): void {
  if (values.length > max) throw invalid(field, `${field}: at most ${max} values`, { reason: 'too_many_entries', max })
}

builder.queryFields((t) => ({
  groups: t.connection(
    {
      type: Group,
      ...MAY_BE_OLD,
      description:
        'Groups that everybody can find: those with the short code first, then by similarity of the name, then by number of members; without a search the largest.',
      args: { filter: t.arg({ type: GroupFilter, description: 'Which groups to list.' }) },
      resolve: async (_root, { filter, ...args }, context) => {
        const scope = context.viewerScope
        const search = searchOf(filter ?? {})
        const page = await keysetConnection(args, {
          order: BY_SCORE,
          totalCount: () => countFoundGroups(scope, search),
          read: (keys) => readBeforeLoads(context, () => readFoundGroups(scope, search, keys)),
        })
        return withGroups(context, page, ({ id }) => id)
      },
    },
    GroupConnection,
  ),
  groupByCode: t.field({
    type: Group,
    nullable: true,
    description: 'Finds a group by its short code with discriminator; null for none and for a private group of others.',
    args: { code: t.arg.string({ required: true, description: 'Code, as in `CODE.1234`.' }) },
    resolve: async (_root, { code }, context) => {
      const id = await readBeforeLoads(context, () => findGroupByCode(context.viewerScope, code))
      const group = id === null ? null : await groupsById(context).load(id)
      return group && canSeeInside(group.access) ? group : null
    },
  }),
}))

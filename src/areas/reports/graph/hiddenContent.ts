import { forStaff, staffOnly } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { omitNullish } from '../../../edges/graphql/resolvers/input.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { HiddenContent as Row } from '../../../generated/prisma/client.ts'
import { userRef } from '../../users/graph/user.ts'
import { countHidden, findHidden, JUDGES, listHidden } from '../content/items.ts'
import { CONTENT_ITEM_KINDS } from '../content/kinds.ts'
import { ContentItem, ContentItemKind, itemRef } from './contentItem.ts'

const hiddenById = createLoader<Row>(
  (scope, ids) => findHidden(scope, 'id', ids),
  ({ id }) => id,
)
const hiddenByContent = createLoader<Row>(
  (scope, ids) => findHidden(scope, 'contentId', ids),
  ({ contentId }) => contentId,
)

const HiddenContent = builder.objectRef<Row>('HiddenContent')
builder.node(HiddenContent, {
  description: 'Content that the staff has hidden. It is gone once the content is shown again or deleted.',
  ...nodeBy(hiddenById),
  fields: (t) => ({
    ...columns(t, 'HiddenContent', { hiddenAt: 'When it was hidden.' }),
    contentId: t.exposeID('contentId', { description: 'Id of the content.' }),
    kind: t.field({
      type: ContentItemKind,
      description: 'Kind of the content.',
      resolve: ({ kind }) => CONTENT_ITEM_KINDS.find((known) => known === kind) ?? 'world',
    }),
    item: t.field(itemRef('The content as it is now.')),
    hiddenBy: t.field(userRef('hiddenById', 'Who has hidden it; null if that is not known, and after erasure.')),
    reason: t.string({
      nullable: true,
      description: 'Explanation to the person responsible; null for none.',
      resolve: ({ reason }) => reason || null,
    }),
  }),
})

builder.objectFields(ContentItem, (t) => ({
  hiding: t.field({
    type: HiddenContent,
    nullable: true,
    description: 'Who has hidden it, when and why; null unless it is hidden.',
    resolve: ({ id }, _args, context) => hiddenByContent(context).load(id),
  }),
}))

const HiddenContentEdge = builder.edgeObject({ type: HiddenContent, name: 'HiddenContentEdge' })
const HiddenContentConnection = builder.connectionObject(
  { type: HiddenContent, name: 'HiddenContentConnection' },
  HiddenContentEdge,
)

const Filter = builder.inputType('HiddenContentFilter', {
  description: 'Which hidden content is listed; omitted fields match all.',
  fields: (t) => ({
    kinds: t.field({ type: [ContentItemKind], description: 'Only content of one of these kinds.' }),
    hiddenById: t.id({ description: 'Only what this one of the staff has hidden.' }),
  }),
})

builder.queryField('hiddenContent', (t) =>
  t.connection(
    {
      type: HiddenContent,
      ...forStaff(...JUDGES),
      description: `Content that the staff has hidden, what was hidden last first. ${staffOnly(JUDGES)}`,
      args: {
        filter: t.arg({ type: Filter, description: 'Which content is listed.' }),
        ascending: t.arg.boolean({ description: 'Whether what was hidden first comes first.' }),
      },
      resolve: (_root, { filter: given, ascending, ...args }, { viewerScope: scope }) => {
        const filter = omitNullish(given ?? {})
        return keysetConnection(args, {
          order: { ...latestFirst(['hiddenAt', 'id']), descending: !ascending },
          totalCount: () => countHidden(scope, filter),
          read: (page) => listHidden(scope, filter, page),
        })
      },
    },
    HiddenContentConnection,
  ),
)

import { z } from 'zod'
import { CannedReasonId } from '../../../contract/ids.ts'
import { forStaff, staffOnly } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { about } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { IF_UPDATED_AT, ifUpdatedAt } from '../../../edges/graphql/resolvers/ifUpdatedAt.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { CannedReason as Row } from '../../../generated/prisma/client.ts'
import { isStaff } from '../../../kernel/access.ts'
import {
  CANNED_REASON_KINDS,
  cannedReasonRules,
  createCannedReason,
  deleteCannedReason,
  type CannedReasonKind as Kind,
  readCannedReasons,
  updateCannedReason,
} from '../cannedReasons.ts'

const READERS = ['reports', 'people', 'content', 'configuration'] as const

const reasonsById = createLoader<Row>(
  async (scope, ids) =>
    isStaff(scope, ...READERS) ? scope.db.cannedReason.findMany({ where: { id: { in: [...ids] } } }) : [],
  ({ id }) => id,
)

const CannedReasonKind = enumOf('CannedReasonKind', 'What a canned reason is for.', {
  close: 'Closing a report: the reporter reads it.',
  warn: 'Warning a person.',
  suspend: 'Suspending a person.',
  hide: 'Hiding content: the person responsible reads it.',
} satisfies Record<Kind, string>)

const CannedReason = builder.objectRef<Row>('CannedReason')

builder.node(CannedReason, {
  description: 'A text that the staff uses for many people.',
  ...nodeBy(reasonsById),
  fields: (t) => ({
    kind: t.field({
      type: CannedReasonKind,
      description: 'What it is for.',
      resolve: ({ kind }) => CANNED_REASON_KINDS.find((known) => known === kind) ?? 'close',
    }),
    ...columns(t, 'CannedReason', {
      title: 'What the staff chooses it by, at most 80 characters.',
      text: 'What people read, at most 2,000 characters.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
  }),
})

builder.queryField('cannedReasons', (t) =>
  t.field({
    type: [CannedReason],
    ...about(50),
    ...forStaff(...READERS),
    description: `Texts that the staff can choose, by title, at most 200. ${staffOnly(READERS)}`,
    args: { kind: t.arg({ type: CannedReasonKind, description: 'What they are for; omitted for all.' }) },
    resolve: (_root, { kind }, { viewerScope }) => readCannedReasons(viewerScope, kind ?? null),
  }),
)

const title = z.string().describe('What the staff chooses it by, at most 80 characters.')
const text = z.string().describe('What people read, at most 2,000 characters.')
const id = CannedReasonId.describe('Id of the text.')

const cannedReason = {
  type: CannedReason,
  description: 'The text after the act.',
  resolve: ({ reason }: { readonly reason: Row }) => reason,
}

mutation('createCannedReason', {
  description: 'Writes a text that the staff can choose.',
  input: z.object({ kind: z.enum(CANNED_REASON_KINDS).describe('What it is for.'), title, text }),
  types: { kind: CannedReasonKind },
  rules: cannedReasonRules,
  run: async (scope, given) => ({ reason: await createCannedReason(scope, given) }),
  payload: (t) => ({ cannedReason: t.field(cannedReason) }),
})

mutation('updateCannedReason', {
  description: 'Changes a text that the staff can choose; omitted fields stay.',
  input: z.object({ cannedReasonId: id, title: title.optional(), text: text.optional(), ifUpdatedAt }),
  types: IF_UPDATED_AT,
  rules: cannedReasonRules,
  run: async (scope, { cannedReasonId, ...change }) => ({
    reason: await updateCannedReason(scope, { id: cannedReasonId, ...change }),
  }),
  payload: (t) => ({ cannedReason: t.field(cannedReason) }),
})

mutation('deleteCannedReason', {
  description: 'Deletes a text that the staff can choose.',
  input: z.object({ cannedReasonId: id }),
  run: async (scope, { cannedReasonId }) => {
    await deleteCannedReason(scope, cannedReasonId)
    return { deletedCannedReasonId: cannedReasonId }
  },
  payload: (t) => ({
    deletedCannedReasonId: t.exposeID('deletedCannedReasonId', { description: 'Id of the text, which is gone.' }),
  }),
})

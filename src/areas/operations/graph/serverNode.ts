import { z } from 'zod'
import { ServerNodeId } from '../../../contract/ids.ts'
import { forStaff } from '../../../edges/graphql/access.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { about } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { enumOf } from '../../../edges/graphql/resolvers/enums.ts'
import { createLoader } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { ServerNode as Row } from '../../../generated/prisma/client.ts'
import type { HealthFinding } from '../../../kernel/serverNode.ts'
import { findNodes, isAlive, readNodes, requestNodeCheck } from '../node/nodes.ts'

const Finding = z.object({ check: z.string(), level: z.enum(['ok', 'warn', 'fail']), text: z.string() })

const HealthLevel = enumOf('HealthLevel', 'How serious a finding is.', {
  ok: 'All is well.',
  warn: 'Something is doubtful.',
  fail: 'Something does not work.',
})

const HealthFindingRef = builder.objectRef<HealthFinding>('HealthFinding').implement({
  description: 'What a check of a node has found.',
  fields: (t) => ({
    check: t.exposeString('check', {
      description: 'Name of the check, such as `database`, as `plaza doctor` names it.',
    }),
    level: t.expose('level', { type: HealthLevel, description: 'How serious it is.' }),
    text: t.exposeString('text', { description: 'The finding and, for a problem, its remedy.' }),
  }),
})

const nodesById = createLoader<Row>(findNodes, ({ id }) => id)

const ServerNode = builder.objectRef<Row>('ServerNode')
builder.node(ServerNode, {
  description: 'A process of the server. Staff with `OPERATIONS` see it until a day after it was last seen.',
  ...nodeBy(nodesById),
  fields: (t) => ({
    ...columns(t, 'ServerNode', {
      host: 'Name of its machine.',
      pid: 'Number of the process on its machine.',
      version: 'Version of the server.',
      nodeVersion: 'Version of Node.js.',
      startedAt: 'Time of its start.',
      seenAt: 'When it has last reported, which it does once a minute.',
      cpu: 'Share of a processor that it has used in the last minute.',
      delay: 'Milliseconds by which its event loop was late in the last minute, at most.',
      checkedAt: 'When its checks have last run, which they do every ten minutes; null before.',
    }),
    memory: t.float({ description: 'Bytes of memory that it uses.', resolve: ({ memory }) => Number(memory) }),
    isAlive: t.boolean({
      description: 'Whether it has reported in the last two and a half minutes.',
      resolve: (node, _args, { scope }) => isAlive(node, scope.now),
    }),
    findings: t.field({
      type: [HealthFindingRef],
      ...about(20),
      description:
        'What its checks have found, as `plaza doctor` would: settings, disk, database, mail, and what else it uses.',
      resolve: ({ findings }) => z.array(Finding).parse(findings),
    }),
  }),
})

const ServerNodeConnection = builder.connectionObject({ type: ServerNode, name: 'ServerNodeConnection' })

builder.queryField('serverNodes', (t) =>
  t.connection(
    {
      type: ServerNode,
      ...forStaff('operations'),
      description:
        'The processes of the server that were seen in the last day, those that have started last first. Staff with `OPERATIONS` only.',
      resolve: (_root, args, { viewerScope: scope }) =>
        keysetConnection(args, {
          order: latestFirst(['startedAt', 'id']),
          totalCount: () => scope.db.serverNode.count(),
          read: (page) => readNodes(scope, page),
        }),
    },
    ServerNodeConnection,
  ),
)

mutation('checkNode', {
  description:
    'Lets a process of the server run its checks at once; `checkedAt` is another one when they are done, within seconds.',
  input: z.object({ nodeId: ServerNodeId.describe('Id of the process.') }),
  run: async (scope, { nodeId }) => ({ node: await requestNodeCheck(scope, nodeId) }),
  payload: (t) => ({
    node: t.field({
      type: ServerNode,
      description: 'The process, before its checks have run.',
      resolve: ({ node }) => node,
    }),
  }),
})

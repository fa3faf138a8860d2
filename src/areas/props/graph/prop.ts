import type { DefaultConnectionArguments } from '@pothos/plugin-relay'
import { builder } from '../../../edges/graphql/builder.ts'
import type { GraphContext } from '../../../edges/graphql/context.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createCountLoader, createSharedLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { createPageLoader, keysetConnection, latestFirst } from '../../../edges/graphql/resolvers/pagination.ts'
import { nodeBy, referenceTo } from '../../../edges/graphql/resolvers/reference.ts'
import type { KeysetPage } from '../../../kernel/page.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { thumbnailUrl } from '../../../kernel/webUrls.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { ContentChange } from '../../files/graph/contentChange.ts'
import { User, userRef } from '../../users/graph/user.ts'
import { canChangeProp, canPublish, canSeeProp } from '../policy.ts'
import { countPropsByAuthors, loadProp, type PropWithPackages } from '../props.ts'
import { propIdsByAuthors } from '../queries.ts'

export const propsById = createSharedLoader(loadProp, { canRead: canSeeProp })

const PropPackage = builder.objectRef<PropWithPackages['packages'][number]>('PropPackage').implement({
  description: 'The asset of a prop for one platform.',
  fields: (t) => ({
    platform: t.exposeString('platform', {
      description: 'Platform that the asset is for, such as `standalonewindows`; clients define further ones.',
    }),
    variant: t.exposeString('variant', { description: 'Variant of the asset for the platform, such as `standard`.' }),
    unityVersion: t.exposeString('unityVersion', { description: 'Version of the engine that built the asset.' }),
    assetVersion: t.exposeInt('assetVersion', { description: 'Version of the asset format.' }),
    assetUrl: t.expose('assetUrl', { type: 'URL', description: 'URL of the asset.' }),
    propSignature: t.string({
      nullable: true,
      description: 'Signature of the asset; null for none.',
      resolve: ({ propSignature }) => propSignature || null,
    }),
  }),
})

export const Prop = builder.objectRef<PropWithPackages>('Prop')
export const propRef = referenceTo(Prop, propsById)

builder.node(Prop, {
  description: 'An object that people can place in worlds.',
  ...nodeBy(propsById),
  fields: (t) => ({
    ...columns(t, 'Prop', {
      name: 'Name of the prop.',
      spawnType: 'How it is spawned, as a number that clients define.',
      worldPlacementMask: 'Where in a world it can be placed, as a bit mask that clients define.',
      maxCountPerUser: 'Number of copies that a person can place at once.',
      tags: 'Tags of the prop.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    description: t.string({
      nullable: true,
      description: 'Description of the prop; null for none.',
      resolve: ({ description }) => description || null,
    }),
    imageUrl: t.expose('imageUrl', { type: 'URL', description: 'URL of the image.' }),
    thumbnailUrl: t.field({
      type: 'URL',
      description: 'URL of a small image, 256 pixels wide.',
      resolve: ({ imageUrl }, _args, { scope }) => thumbnailUrl(scope, imageUrl),
    }),
    isPublic: t.boolean({
      description: 'Whether everybody can see it.',
      resolve: ({ releaseStatus }) => releaseStatus === 'public',
    }),
    packages: t.field({
      type: [PropPackage],
      description: 'Assets, one for each platform.',
      resolve: ({ packages }) => packages,
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer can change it: its author and admins can.',
      resolve: (prop, _args, context) => canChangeProp(context.viewerScope, prop),
    }),
    viewerCanPublish: t.boolean({
      description: 'Whether the viewer can make it public: they can change it, and it is private.',
      resolve: (prop, _args, context) => canPublish(context.viewerScope, prop),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer can delete it: its author and admins can.',
      resolve: (prop, _args, context) => canChangeProp(context.viewerScope, prop),
    }),
    author: t.field(userRef('authorId', 'Author; null after the account was erased.')),
  }),
})

async function readPropsByAuthors(scope: ViewerScope, authorIds: readonly string[], page: KeysetPage) {
  const ids = await propIdsByAuthors(scope, authorIds, page)
  const rows = await Promise.all(ids.map((id) => loadProp(scope, id)))
  return rows.flatMap((row) => (row && canSeeProp(scope, row) ? row : []))
}

const loadPropsOfAuthor = createPageLoader<PropWithPackages>(forViewer(readPropsByAuthors), ({ authorId }) => authorId)
const countPropsOfAuthor = createCountLoader(forViewer(countPropsByAuthors))

export const BY_LATEST_PROP = latestFirst(['createdAt', 'id'], /^prop_\S{36}$/)

const propsOfAuthor = (authorId: string, args: DefaultConnectionArguments, context: GraphContext) =>
  keysetConnection(args, {
    order: BY_LATEST_PROP,
    totalCount: () => countPropsOfAuthor(context, authorId),
    read: (page) => loadPropsOfAuthor(context, authorId, page),
  })

export const PropEdge = builder.edgeObject({ type: Prop, name: 'PropEdge' })
const PropConnection = builder.connectionObject({ type: Prop, name: 'PropConnection' }, PropEdge)

builder.objectFields(User, (t) => ({
  props: t.connection(
    {
      type: Prop,
      description: 'Props of the person that the viewer can see, latest first.',
      resolve: ({ id }, args, context) => propsOfAuthor(id, args, context),
    },
    PropConnection,
  ),
}))

builder.objectFields(ContentChange, (t) => ({
  prop: t.field({
    type: Prop,
    nullable: true,
    description: 'The prop after the change; null when it was deleted, and for other content.',
    resolve: ({ contentType, itemId }, _args, context) =>
      contentType === 'prop' && itemId !== null ? propsById(context).load(itemId) : null,
  }),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  props: t.connection(
    {
      type: Prop,
      description: 'Props of the person, public and private, latest first.',
      resolve: (_viewer, args, context) => propsOfAuthor(context.viewerScope.viewer.id, args, context),
    },
    PropConnection,
  ),
}))

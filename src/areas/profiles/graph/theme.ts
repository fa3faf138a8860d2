import { z } from 'zod'
import { ProfileThemeId } from '../../../contract/ids.ts'
import { CreateProfileThemeRequest, UpdateProfileThemeRequest } from '../../../contract/shapes/profile.ts'
import { builder } from '../../../edges/graphql/builder.ts'
import { atMost } from '../../../edges/graphql/limits.ts'
import { columns } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import { mutation } from '../../../edges/graphql/resolvers/mutation.ts'
import { nodeBy } from '../../../edges/graphql/resolvers/reference.ts'
import type { ProfileTheme as Row } from '../../../generated/prisma/client.ts'
import { ID_PREFIXES, siblingId } from '../../../kernel/ids.ts'
import type { ViewerScope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { createProfileTheme, deleteProfileTheme, readThemes, readWornThemeId, updateProfileTheme } from '../themes.ts'
import { assertTutorialKey, completeTutorial } from '../tutorials.ts'

/** Stored ids have no prefix. */
const asNode = (row: Row): Row => ({ ...row, id: siblingId('profileTheme', row.id) })
const storedIdOf = (id: string) => id.slice(ID_PREFIXES.profileTheme.length + 1)

const readOwnThemes = async (scope: ViewerScope): Promise<Row[]> => {
  const rows = await readThemes(scope, scope.viewer.id)
  return rows.map(asNode)
}

const themesById = createLoader<Row>(forViewer(readOwnThemes), ({ id }) => id)

/** The theme that the profile of the viewer wears, by the id of the viewer. */
const wornThemesByUser = createLoader(
  forViewer(async (scope) => [{ userId: scope.viewer.id, themeId: await readWornThemeId(scope) }]),
  ({ userId }) => userId,
)

const ProfileTheme = builder.objectRef<Row>('ProfileTheme')

builder.node(ProfileTheme, {
  description: "Colors of the viewer's own for their profile, each of six hexadecimal digits.",
  ...nodeBy(themesById),
  fields: (t) => ({
    ...columns(t, 'ProfileTheme', {
      name: 'Name, of 1 to 12 characters.',
      buttonColor: 'Color of buttons.',
      iconColor: 'Color of icons.',
      subtextColor: 'Color of lesser texts.',
      createdAt: 'Time of creation.',
      updatedAt: 'Time of the last change.',
    }),
    isWorn: t.boolean({
      description: 'Whether the own profile wears it.',
      resolve: async ({ id, userId }, _args, context) =>
        (await wornThemesByUser(context).load(userId))?.themeId === storedIdOf(id),
    }),
  }),
})

builder.prismaObjectFields(Viewer, (t) => ({
  profileThemes: t.field({
    type: [ProfileTheme],
    ...atMost(10),
    description: 'The own themes, the oldest first; at most ten.',
    resolve: (_viewer, _args, { viewerScope }) => readOwnThemes(viewerScope),
  }),
}))

const changedTheme = {
  type: ProfileTheme,
  description: 'The theme after the act.',
  resolve: ({ theme }: { readonly theme: Row }) => theme,
}

mutation('createProfileTheme', {
  description: 'Adds a theme of own colors, at most ten.',
  input: z.object(CreateProfileThemeRequest.shape),
  run: async (scope, fields) => ({ theme: asNode(await createProfileTheme(scope, fields)) }),
  payload: (t) => ({ theme: t.field(changedTheme) }),
})

const themeId = ProfileThemeId.describe('Id of an own theme.')

mutation('updateProfileTheme', {
  description: 'Changes an own theme; fields that are left out stay as they are.',
  input: z.object({ themeId, ...UpdateProfileThemeRequest.shape }),
  run: async (scope, { themeId: id, ...change }) => ({
    theme: asNode(await updateProfileTheme(scope, storedIdOf(id), change)),
  }),
  payload: (t) => ({ theme: t.field(changedTheme) }),
})

mutation('deleteProfileTheme', {
  description: 'Deletes an own theme; a profile that wears it wears none.',
  input: z.object({ themeId }),
  run: async (scope, { themeId: deletedThemeId }) => {
    await deleteProfileTheme(scope, storedIdOf(deletedThemeId))
    return { deletedThemeId }
  },
  payload: (t) => ({
    deletedThemeId: t.exposeID('deletedThemeId', { description: 'Id of the theme, which is gone.' }),
  }),
})

mutation('completeTutorial', {
  description: 'Notes that the viewer has completed a tutorial of a client, at most 50; again changes nothing.',
  input: z.object({
    key: z.string().describe('Platform, tutorial and version of the form `platform:tutorial:v1`.'),
  }),
  rules: (_scope, { key }) => [() => key !== undefined && assertTutorialKey(key)],
  run: async (scope, { key }) => {
    await completeTutorial(scope, key)
    return {}
  },
})

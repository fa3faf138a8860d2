import { builder } from '../../../edges/graphql/builder.ts'
import { byId } from '../../../edges/graphql/resolvers/columns.ts'
import { createLoader, forViewer } from '../../../edges/graphql/resolvers/loader.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { Viewer } from '../../accounts/graph/viewer.ts'
import { BackgroundType, toBackgroundType } from '../../users/graph/profileEnums.ts'
import { User } from '../../users/graph/user.ts'
import { visibleUsers } from '../../users/policy.ts'
import { readStandings, type Standing } from '../profile.ts'
import { readTutorials } from '../tutorials.ts'

const LOOK_COLUMNS = {
  id: true,
  bannerColor: true,
  backgroundType: true,
  backgroundGradientTop: true,
  backgroundGradientBottom: true,
  backgroundTextureId: true,
  theme: { select: { buttonColor: true, iconColor: true, subtextColor: true } },
} satisfies Prisma.UserSelect

/** How the profile of a person looks, and what it tells of them. */
type Look = Prisma.UserGetPayload<{ select: typeof LOOK_COLUMNS }> & Standing

/** Two statements, however many people. */
async function readLooks(scope: Scope, ids: readonly string[]): Promise<Look[]> {
  const [rows, standings] = await Promise.all([
    scope.db.user.findMany({
      where: { id: { in: [...ids] }, ...visibleUsers },
      select: LOOK_COLUMNS,
      relationLoadStrategy: 'join',
    }),
    readStandings(scope, ids),
  ])
  const standingOf = new Map(standings.map((standing) => [standing.userId, standing]))
  return rows.flatMap((row) => {
    const standing = standingOf.get(row.id)
    return standing ? [{ ...row, ...standing }] : []
  })
}

const looksById = createLoader<Look>(forViewer(readLooks), ({ id }) => id)

type Theme = NonNullable<Look['theme']>

const ThemeColors = builder.objectRef<Theme>('ThemeColors').implement({
  description: 'Colors of a profile, each of six hexadecimal digits.',
  fields: (t) => ({
    button: t.exposeString('buttonColor', { description: 'Color of buttons.' }),
    icon: t.exposeString('iconColor', { description: 'Color of icons.' }),
    subtext: t.exposeString('subtextColor', { description: 'Color of lesser texts.' }),
  }),
})

type LookText = 'bannerColor' | 'backgroundGradientTop' | 'backgroundGradientBottom' | 'backgroundTextureId'

const textOrNull = (column: LookText, description: string) => ({
  nullable: true as const,
  description,
  resolve: (look: Readonly<Record<LookText, string>>) => look[column] || null,
})

const UserProfile = builder.objectRef<Look>('UserProfile').implement({
  description: 'How the profile of a person looks, and what it tells of them.',
  fields: (t) => ({
    themeColors: t.field({
      type: ThemeColors,
      nullable: true,
      description: 'Colors of the theme that the profile wears; null for none.',
      resolve: ({ theme }) => theme,
    }),
    bannerColor: t.string(textOrNull('bannerColor', 'Color of the banner, six hexadecimal digits; null for none.')),
    backgroundType: t.field({
      type: BackgroundType,
      description: 'What is behind the profile.',
      resolve: ({ backgroundType }) => toBackgroundType(backgroundType),
    }),
    backgroundGradientTop: t.string(
      textOrNull('backgroundGradientTop', 'Color of the gradient at the top; null for none.'),
    ),
    backgroundGradientBottom: t.string(
      textOrNull('backgroundGradientBottom', 'Color of the gradient at the bottom; null for none.'),
    ),
    backgroundTextureId: t.string(
      textOrNull('backgroundTextureId', 'Name that clients have for the texture; null for none.'),
    ),
    isSupporter: t.exposeBoolean('isSupporter', { description: 'Whether the person has a paid membership.' }),
    isSeller: t.exposeBoolean('isSeller', { description: 'Whether the person sells for tokens.' }),
  }),
})

builder.objectFields(User, (t) => ({
  profile: t.field({
    type: UserProfile,
    nullable: true,
    description: 'How the profile looks; null after the account was erased.',
    resolve: byId((id, _args, context) => looksById(context).load(id)),
  }),
}))

builder.prismaObjectFields(Viewer, (t) => ({
  profile: t.field({
    type: UserProfile,
    nullable: true,
    description: 'How the own profile looks.',
    resolve: ({ userId }, _args, context) => looksById(context).load(userId),
  }),
  tutorials: t.stringList({
    description: 'Keys of the tutorials of clients that the person has completed, the last one last; at most 50.',
    resolve: (_viewer, _args, { viewerScope }) => readTutorials(viewerScope),
  }),
}))

import { Avatar, Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconHanger } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWearActs } from '../../components/avatars/useWearActs.ts'
import { FavoriteAvatar } from '../../components/favorites/FavoriteAvatar.tsx'
import { ownUrl } from '../../components/ownUrl.ts'
import { Panel } from '../../components/Panel.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import type { PersonWornFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'

/** All see a picture of what somebody wears; which avatar it is, the person and admins alone. */
const PERSON_WORN = graphql(`
  fragment PersonWorn on User {
    id
    isViewer
    avatarThumbnailUrl
    currentAvatar {
      id
      name
      viewerCanWear
      author {
        id
        displayName
      }
      ...FavoriteAvatar
    }
  }
`)

type Worn = NonNullable<PersonWornFragment['currentAvatar']>

interface WornPanelProps {
  /** Undefined until it was read. */
  readonly person: FragmentType<typeof PERSON_WORN> | null | undefined
}

/** The avatar that a person wears. */
export function WornPanel({ person }: WornPanelProps) {
  const { t } = useTranslation('person')
  const data = getFragmentData(PERSON_WORN, person)
  if (!data?.avatarThumbnailUrl) return null
  const { currentAvatar: avatar, avatarThumbnailUrl, isViewer } = data
  return (
    <Panel title={t('worn.title')}>
      <Group gap="md" align="start" wrap="nowrap">
        <Avatar src={ownUrl(avatarThumbnailUrl)} radius="md" size={96} alt={avatar ? '' : t('worn.picture')} />
        {avatar ? (
          <WornFacts avatar={avatar} isWorn={isViewer} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('worn.unknown')}
          </Text>
        )}
      </Group>
    </Panel>
  )
}

interface WornFactsProps {
  readonly avatar: Worn
  /** Whether the viewer wears it. */
  readonly isWorn: boolean
}

function WornFacts({ avatar, isWorn }: WornFactsProps) {
  const { t } = useTranslation('person')
  const { t: common } = useTranslation()
  const { isBusy, wear } = useWearActs(avatar)
  const { id, name, author, viewerCanWear } = avatar
  return (
    <Stack gap="xs" miw={0} flex={1}>
      <Box>
        <RouteLink to="/avatars/$avatarId" params={{ avatarId: id }} fw={600} size="sm">
          {name}
        </RouteLink>
        {author && (
          <Text size="xs" c="dimmed">
            {common('world.by', { name: author.displayName })}
          </Text>
        )}
      </Box>
      <Group gap="xs">
        {!isWorn && viewerCanWear && (
          <Button
            variant="light"
            leftSection={<IconHanger size={18} aria-hidden />}
            loading={isBusy}
            onClick={() => void wear()}
          >
            {t('worn.wear')}
          </Button>
        )}
        <FavoriteAvatar avatar={avatar} />
      </Group>
    </Stack>
  )
}

import { Avatar, Box, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { ownUrl } from '../../../components/ownUrl.ts'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'

const SETTINGS_BLOCKED_AVATARS = graphql(`
  fragment SettingsBlockedAvatars on Viewer {
    id
    blockedAvatars(first: 50, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          avatarId
          createdAt
          avatar {
            id
            name
            thumbnailUrl
          }
        }
      }
    }
  }
`)

const BLOCKED_AVATARS = graphql(`
  query SettingsBlockedAvatarList($after: String) {
    viewer {
      ...SettingsBlockedAvatars
    }
  }
`)

const UNBLOCK_AVATAR = graphql(`
  mutation SettingsUnblockAvatar($input: UnblockAvatarInput!, $after: String) {
    unblockAvatar(input: $input) {
      viewer {
        ...SettingsBlockedAvatars
      }
    }
  }
`)

/** Avatars that the person does not want to see. */
export function BlockedAvatarsPanel() {
  const { t } = useTranslation('settings')
  const { data, refusal, reload, fetchMore } = usePanel(BLOCKED_AVATARS, {})
  const unblock = useAct(UNBLOCK_AVATAR)
  const avatars = getFragmentData(SETTINGS_BLOCKED_AVATARS, data?.viewer)?.blockedAvatars
  return (
    <ListPanel
      title={t('blocked.avatars.title')}
      list={avatars}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      empty={t('blocked.avatars.empty')}
    >
      <Stack component="ul" gap="sm" className="plainList">
        {avatars?.edges.map(({ node: { id, avatarId, avatar, createdAt } }) => (
          <Group key={id} component="li" wrap="nowrap" gap="sm">
            <Avatar src={avatar ? ownUrl(avatar.thumbnailUrl) : null} radius="md" alt="" />
            <Box flex={1} miw={0}>
              <AvatarName avatar={avatar} />
              <Ago time={createdAt} display="block" />
            </Box>
            <Button
              size="xs"
              variant="default"
              disabled={unblock.isBusy}
              aria-label={t('blocked.undoOf.BLOCK', { name: avatar?.name ?? t('blocked.avatars.hidden') })}
              onClick={() => void unblock.act({ input: { avatarId } })}
            >
              {t('blocked.undo.BLOCK')}
            </Button>
          </Group>
        ))}
      </Stack>
    </ListPanel>
  )
}

interface AvatarNameProps {
  /** Null for one that the viewer cannot see. */
  readonly avatar: { readonly id: string; readonly name: string } | null
}

function AvatarName({ avatar }: AvatarNameProps) {
  const { t } = useTranslation('settings')
  const look = { size: 'sm', fw: 600, truncate: true } as const
  if (!avatar) return <Text {...look}>{t('blocked.avatars.hidden')}</Text>
  return (
    <RouteLink to="/avatars/$avatarId" params={{ avatarId: avatar.id }} c="inherit" display="block" {...look}>
      {avatar.name}
    </RouteLink>
  )
}

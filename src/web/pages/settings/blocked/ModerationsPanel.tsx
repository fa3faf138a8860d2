import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../../components/Ago.tsx'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import type { ModerationRowFragment, PlayerModerationType } from '../../../generated/graphql.ts'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'

const MODERATION_ROW = graphql(`
  fragment ModerationRow on PlayerModeration {
    id
    type
    createdAt
    user {
      id
      displayName
      ...PersonChip
    }
  }
`)

const SETTINGS_MODERATIONS = graphql(`
  fragment SettingsModerations on Viewer {
    id
    playerModerations(first: 50, after: $after, filter: { types: $types }) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          ...ModerationRow
        }
      }
    }
  }
`)

const MODERATIONS = graphql(`
  query SettingsModerationList($types: [PlayerModerationType!], $after: String) {
    viewer {
      ...SettingsModerations
    }
  }
`)

/** On other devices, too; and all of them may end at once. */
const CHANGES = graphql(`
  subscription SettingsModerationChanges($types: [PlayerModerationType!], $after: String, $initial: Boolean) {
    viewerListsChanged(initial: $initial) {
      kind
      viewer {
        ...SettingsModerations
      }
    }
  }
`)

const REMOVE_MODERATION = graphql(`
  mutation SettingsRemoveModeration(
    $input: RemovePlayerModerationInput!
    $types: [PlayerModerationType!]
    $after: String
  ) {
    removePlayerModeration(input: $input) {
      viewer {
        ...SettingsModerations
      }
    }
  }
`)

interface ModerationsPanelProps {
  readonly list: 'blocked' | 'muted' | 'others'
  readonly types: PlayerModerationType[]
}

/** People whom the viewer treats in one of some ways, the latest first. */
export function ModerationsPanel({ list, types }: ModerationsPanelProps) {
  const { t } = useTranslation('settings')
  useLive(CHANGES, { types })
  const { data, refusal, reload, fetchMore } = usePanel(MODERATIONS, { types })
  const viewer = getFragmentData(SETTINGS_MODERATIONS, data?.viewer)
  const moderations = viewer?.playerModerations
  return (
    <ListPanel
      title={t(`blocked.${list}.title`)}
      list={moderations}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ types, after })}
      empty={t(`blocked.${list}.empty`)}
    >
      <Stack component="ul" gap="sm" className="plainList">
        {moderations?.edges.map(({ node }) => (
          <li key={node.id}>
            <ModerationRow moderation={getFragmentData(MODERATION_ROW, node)} types={types} />
          </li>
        ))}
      </Stack>
    </ListPanel>
  )
}

interface ModerationRowProps {
  readonly moderation: ModerationRowFragment
  readonly types: PlayerModerationType[]
}

function ModerationRow({ moderation, types }: ModerationRowProps) {
  const { t } = useTranslation(['settings', 'people'])
  const remove = useAct(REMOVE_MODERATION)
  const { type, createdAt, user } = moderation
  if (!user) return <Text size="sm">{t('blocked.gone')}</Text>
  const name = user.displayName
  return (
    <PersonChip
      person={user}
      below={
        <>
          {t(`people:moderations.${type}`)} · <Ago time={createdAt} />
        </>
      }
    >
      <Button
        size="xs"
        variant="default"
        loading={remove.isBusy}
        aria-label={t(`blocked.undoOf.${type}`, { name })}
        onClick={() => void remove.act({ input: { userId: user.id, type }, types })}
      >
        {t(`blocked.undo.${type}`)}
      </Button>
    </PersonChip>
  )
}

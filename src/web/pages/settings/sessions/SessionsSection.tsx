import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'
import { SessionRow } from './SessionRow.tsx'

const SETTINGS_SESSIONS = graphql(`
  fragment SettingsSessions on Viewer {
    id
    sessions(first: 50, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          isCurrent
          ...SessionRow
        }
      }
    }
  }
`)

const SESSIONS = graphql(`
  query SettingsSessionList($after: String) {
    viewer {
      ...SettingsSessions
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsSessionChanges($after: String, $initial: Boolean) {
    viewerChanged(initial: $initial) {
      ...SettingsSessions
    }
  }
`)

const REVOKE_OTHER_SESSIONS = graphql(`
  mutation SettingsRevokeOtherSessions($after: String) {
    revokeOtherSessions(input: {}) {
      viewer {
        ...SettingsSessions
      }
    }
  }
`)

const REVOKE_SESSION = graphql(`
  mutation SettingsRevokeSession($input: RevokeSessionInput!, $after: String) {
    revokeSession(input: $input) {
      viewer {
        ...SettingsSessions
      }
    }
  }
`)

/** Where the person is signed in. */
export function SessionsSection() {
  const { t } = useTranslation(['settings', 'common'])
  useLive(CHANGES, {})
  const { data, refusal, isLoading, reload, fetchMore } = usePanel(SESSIONS, {})
  const revokeOthers = useAct(REVOKE_OTHER_SESSIONS)
  const revoke = useAct(REVOKE_SESSION)
  const sessions = getFragmentData(SETTINGS_SESSIONS, data?.viewer)?.sessions
  const others = sessions?.edges.filter(({ node }) => !node.isCurrent) ?? []
  const ask = (texts: { title: string; text: string }) =>
    askFirst({ ...texts, confirm: t('sessions.end'), cancel: t('common:cancel') })
  const endOthers = async () => {
    if (await ask({ title: t('sessions.askOthersTitle'), text: t('sessions.askText') })) await revokeOthers.act({})
  }
  const end = async (sessionId: string) => {
    if (await ask({ title: t('sessions.askTitle'), text: t('sessions.askText') }))
      await revoke.act({ input: { sessionId } })
  }
  return (
    <Panel title={t('sessions.title')} isLoading={isLoading && !sessions} refusal={refusal} onRetry={reload}>
      <Text size="sm" c="dimmed">
        {t('sessions.hint')}
      </Text>
      <Stack component="ul" gap="md" className="plainList" aria-live="polite">
        {sessions?.edges.map(({ node }) => (
          <li key={node.id}>
            <SessionRow session={node} isBusy={revoke.isBusy} onEnd={() => void end(node.id)} />
          </li>
        ))}
      </Stack>
      {sessions && <LoadMore pageInfo={sessions.pageInfo} onMore={(after) => fetchMore({ after })} />}
      {others.length > 0 && (
        <Group>
          <Button color="red" variant="light" loading={revokeOthers.isBusy} onClick={() => void endOthers()}>
            {t('sessions.endOthers')}
          </Button>
        </Group>
      )}
    </Panel>
  )
}

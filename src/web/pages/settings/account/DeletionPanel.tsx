import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { graphql } from '../../../generated/index.ts'
import { holdSessionEnd } from '../../../graph/session.ts'
import { useAct } from '../../../graph/useAct.ts'

/** One request, as any later one of the person would cancel the deletion. */
const DELETE_ACCOUNT = graphql(`
  mutation SettingsDeleteAccount {
    revokeOtherSessions(input: {}) {
      deletedSessionIds
    }
    deleteAccount(input: {}) {
      viewer {
        id
        deletionAt
      }
    }
    logout(input: {}) {
      deletedSessionId
    }
  }
`)

const LOSSES = ['profile', 'content', 'tokens', 'name'] as const

/** The end of the account, 14 days after it was asked for. */
export function DeletionPanel() {
  const { t } = useTranslation(['settings', 'common'])
  const deletion = useAct(DELETE_ACCOUNT)
  const remove = async () => {
    const texts = { title: t('deletion.askTitle'), text: t('deletion.askText') }
    if (!(await askFirst({ ...texts, confirm: t('deletion.submit'), cancel: t('common:cancel') }))) return
    const release = holdSessionEnd()
    const done = await deletion.act({})
    if (!done) return release()
    const search = new URLSearchParams({ notice: 'ACCOUNT_DELETED', at: done.deleteAccount.viewer.deletionAt ?? '' })
    location.assign(`/sign-in?${search}`)
  }
  return (
    <Panel title={t('deletion.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('deletion.text')}</Text>
        <List size="sm" spacing={4}>
          {LOSSES.map((loss) => (
            <List.Item key={loss}>{t(`deletion.losses.${loss}`)}</List.Item>
          ))}
        </List>
        <Text size="sm">{t('deletion.undo')}</Text>
        <Group>
          <Button color="red" variant="light" loading={deletion.isBusy} onClick={() => void remove()}>
            {t('deletion.start')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

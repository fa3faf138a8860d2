import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'

/** The lists hear of it by their subscriptions. */
const REMOVE_ALL = graphql(`
  mutation SettingsRemoveAllModerations {
    removeAllPlayerModerations(input: {}) {
      deletedPlayerModerationIds
      viewer {
        id
      }
    }
  }
`)

/** Ends all blocks, mutes and other choices about people. */
export function RemoveAllPanel() {
  const { t } = useTranslation(['settings', 'common'])
  const removal = useAct(REMOVE_ALL)
  const remove = async () => {
    const texts = { title: t('blocked.all.askTitle'), text: t('blocked.all.askText') }
    if (!(await askFirst({ ...texts, confirm: t('blocked.all.confirm'), cancel: t('common:cancel') }))) return
    const done = await removal.act({})
    const count = done?.removeAllPlayerModerations.deletedPlayerModerationIds.length
    if (count !== undefined) notifications.show({ message: t('blocked.all.done', { count }) })
  }
  return (
    <Panel title={t('blocked.all.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('blocked.all.text')}</Text>
        <Group>
          <Button color="red" variant="light" loading={removal.isBusy} onClick={() => void remove()}>
            {t('blocked.all.start')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

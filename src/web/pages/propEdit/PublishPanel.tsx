import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import type { PropEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { PUBLISH_PROP, UNPUBLISH_PROP } from './documents.ts'

/** Whether everybody can see a prop. */
export function PublishPanel({ prop }: { readonly prop: PropEditFragment }) {
  const { t } = useTranslation('props')
  const state = prop.isPublic ? 'public' : 'private'
  return (
    <Panel title={t(`publishing.titles.${state}`)}>
      <Text size="sm" aria-live="polite">
        {t(`publishing.texts.${state}`)}
      </Text>
      <Group>
        {prop.viewerCanPublish && <PublishButton prop={prop} />}
        {prop.isPublic && <UnpublishButton prop={prop} />}
      </Group>
    </Panel>
  )
}

interface ButtonProps {
  readonly prop: PropEditFragment
}

function PublishButton({ prop: { id: propId, name } }: ButtonProps) {
  const { t } = useTranslation('props')
  const publish = useAct(PUBLISH_PROP)
  const run = async () => {
    if (await publish.act({ input: { propId } })) notifications.show({ message: t('publishing.published', { name }) })
  }
  return (
    <Button loading={publish.isBusy} onClick={() => void run()}>
      {t('publishing.publish')}
    </Button>
  )
}

function UnpublishButton({ prop: { id: propId, name } }: ButtonProps) {
  const { t } = useTranslation(['props', 'common'])
  const unpublish = useAct(UNPUBLISH_PROP)
  const run = async () => {
    const texts = { title: t('publishing.question', { name }), text: t('publishing.lost') }
    if (!(await askFirst({ ...texts, confirm: t('publishing.unpublish'), cancel: t('common:cancel') }))) return
    if (await unpublish.act({ input: { propId } }))
      notifications.show({ message: t('publishing.unpublished', { name }) })
  }
  return (
    <Button variant="default" loading={unpublish.isBusy} onClick={() => void run()}>
      {t('publishing.unpublish')}
    </Button>
  )
}

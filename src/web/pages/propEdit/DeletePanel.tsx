import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { DELETE_PROP } from './documents.ts'

interface DeletePanelProps {
  readonly propId: string
  readonly name: string
  /** Called before the prop goes, and again if it was refused. */
  readonly onDeleting: (isDeleting: boolean) => void
}

/** Deletes a prop for good, which is asked first. */
export function DeletePanel({ propId, name, onDeleting }: DeletePanelProps) {
  const { t } = useTranslation(['props', 'common'])
  const navigate = useNavigate()
  const removal = useAct(DELETE_PROP)
  const forget = useForget('Prop')
  const remove = async () => {
    const question = { title: t('delete.question', { name }), text: t('delete.lost') }
    if (!(await askFirst({ ...question, confirm: t('delete.act'), cancel: t('common:cancel') }))) return
    onDeleting(true)
    const done = await removal.act({ input: { propId } })
    if (!done) return onDeleting(false)
    notifications.show({ message: t('delete.done', { name }) })
    await navigate({ to: '/props' })
    forget(done.deleteProp.deletedPropId)
  }
  return (
    <Panel title={t('delete.title')}>
      <Text size="sm">{t('delete.text')}</Text>
      <Group>
        <Button color="red" variant="light" loading={removal.isBusy} onClick={() => void remove()}>
          {t('delete.act')}
        </Button>
      </Group>
    </Panel>
  )
}

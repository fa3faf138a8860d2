import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

interface Question {
  readonly title: string
  /** What will be lost, or come about. */
  readonly text: string
  /** The act, as a verb. */
  readonly confirm: string
  readonly cancel: string
}

/** Asks before an act that can not be undone. Resolves to whether the person wants it. */
export const askFirst = ({ title, text, confirm, cancel }: Question): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm, cancel },
      confirmProps: { color: 'red.9' },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })

import { ActionIcon, Box, Group, Modal, Stack } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface LargeViewProps {
  readonly title: string
  /** All things that can be looked at one after the other. */
  readonly ids: readonly string[]
  /** Of the one that is shown. */
  readonly id: string
  /** Shows another one; none for undefined. */
  readonly onOpen: (id: string | undefined) => void
  readonly picture: ReactNode
  /** Below the picture. */
  readonly children: ReactNode
}

/** The id so many places further in a list; undefined where the list does not go on, and for an id that is not in it. */
export function neighborOf(ids: readonly string[], id: string, distance: 1 | -1): string | undefined {
  const place = ids.indexOf(id)
  return place === -1 ? undefined : ids[place + distance]
}

/** Whether an element is in another dialog than this content, such as a question that stands before it. */
const isInOther = (element: HTMLElement, content: HTMLElement | null) => {
  const dialog = element.closest('[role="dialog"]')
  return dialog !== null && !dialog.contains(content)
}

/** One of several pictures, as large as the window lets it; the arrow keys lead to the others. */
export function LargeView({ title, ids, id, onOpen, picture, children }: LargeViewProps) {
  const { t } = useTranslation(['files', 'common'])
  const [before, after] = [neighborOf(ids, id, -1), neighborOf(ids, id, 1)]
  const content = useRef<HTMLDivElement>(null)
  // On the window: the focus is nowhere after a button with it was disabled.
  useWindowEvent('keydown', ({ key, target }) => {
    if (!(target instanceof HTMLElement) || isInOther(target, content.current)) return
    if (key === 'Escape') return onOpen(undefined)
    const next = { ArrowLeft: before, ArrowRight: after }[key]
    if (next && !target.matches('input, textarea, select')) onOpen(next)
  })
  return (
    <Modal
      opened
      size="xl"
      title={title}
      onClose={() => onOpen(undefined)}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md" ref={content}>
        <Group wrap="nowrap" gap="xs" justify="space-between">
          <Step label={t('large.previous')} to={before} onOpen={onOpen} Icon={IconChevronLeft} />
          <Box flex={1} miw={0} maw="60vh" mah="60vh" style={{ overflow: 'hidden' }}>
            {picture}
          </Box>
          <Step label={t('large.next')} to={after} onOpen={onOpen} Icon={IconChevronRight} />
        </Group>
        {children}
      </Stack>
    </Modal>
  )
}

interface StepProps extends Pick<LargeViewProps, 'onOpen'> {
  readonly label: string
  /** Undefined where there is none. */
  readonly to: string | undefined
  readonly Icon: typeof IconChevronLeft
}

const Step = ({ label, to, onOpen, Icon }: StepProps) => (
  <ActionIcon variant="default" size="lg" aria-label={label} disabled={!to} onClick={() => onOpen(to)}>
    <Icon size={20} aria-hidden />
  </ActionIcon>
)

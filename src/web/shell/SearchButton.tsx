import { Kbd, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

/** Leads to the search; Ctrl-K does, too, from every page. */
export function SearchButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const open = () => {
    if (pathname === '/search') document.querySelector<HTMLInputElement>('#content input[type=search]')?.focus()
    else void navigate({ to: '/search' })
  }
  useHotkeys([['mod+K', open]], [])
  return (
    <UnstyledButton className="searchButton" onClick={open} aria-keyshortcuts="Control+K">
      <IconSearch size={16} aria-hidden />
      <VisuallyHidden hiddenFrom="xs">{t('search')}</VisuallyHidden>
      <Text size="sm" visibleFrom="xs">
        {t('search')}
      </Text>
      <Kbd size="xs" visibleFrom="sm">
        {t('searchKeys')}
      </Kbd>
    </UnstyledButton>
  )
}

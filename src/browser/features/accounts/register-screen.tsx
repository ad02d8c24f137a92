import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { Checkbox } from '#browser/forms/checkbox.tsx'
import { FormElement } from '#browser/forms/form-element.tsx'
import { FormMessage } from '#browser/forms/form-message.tsx'
import { SubmitButton } from '#browser/forms/submit-button.tsx'
import { TextInput } from '#browser/forms/text-input.tsx'
import { $siteConfig, runtimeConfig } from '#browser/stores/site-config.ts'
import { paths } from '#programme/paths.ts'
import { AccountFrame, AccountHeading, BackToLogin, accountColumn } from './account-frame.tsx'
import { EmailInput } from './email-input.tsx'
import { OwnOrganisationInput } from './organisation-input.tsx'
import { registerForm, submitRegistration } from './register.ts'

export default function RegisterScreen() {
  const { registration_enabled } = useStore($siteConfig)
  return <AccountFrame>{registration_enabled ? <RegistrationForm /> : <RegistrationClosed />}</AccountFrame>
}

function RegistrationClosed() {
  const { support_email } = useStore($siteConfig)
  return (
    <div className={accountColumn}>
      <AccountHeading title="Registration is closed">
        Accounts for {runtimeConfig().programmeName} are created by its team.
        {support_email && (
          <>
            {' '}
            Write to{' '}
            <a href={`mailto:${support_email}`} className="underline">
              {support_email}
            </a>
            .
          </>
        )}
      </AccountHeading>
      <BackToLogin />
    </div>
  )
}

function RegistrationForm() {
  useEffect(() => registerForm.reset, [])
  return (
    <FormElement form={registerForm} className={accountColumn} onSubmit={submitRegistration}>
      <AccountHeading title="Register">
        A programme admin approves each account. Already have one?{' '}
        <Link href={paths.login()} className="underline">
          Log in
        </Link>
      </AccountHeading>
      <FormMessage form={registerForm} />
      <div className="grid grid-cols-2 gap-4">
        <TextInput
          form={registerForm}
          name="first_name"
          autoComplete="given-name"
          autoFocus
          maxLength={100}
          className="input-l"
        />
        <TextInput
          form={registerForm}
          name="last_name"
          autoComplete="family-name"
          maxLength={100}
          className="input-l"
        />
      </div>
      <EmailInput form={registerForm} />
      <OwnOrganisationInput />
      <TextInput
        form={registerForm}
        name="job_title"
        autoComplete="organization-title"
        maxLength={200}
        className="input-l"
        hint="Optional."
      />
      <Terms />
      <SubmitButton size="l">Register</SubmitButton>
    </FormElement>
  )
}

function Terms() {
  const { values } = useStore(registerForm.$state)
  const { terms_url, privacy_url } = useStore($siteConfig)
  const error = registerForm.errorOf('terms')
  return (
    <div className="grid gap-1.5">
      <label className="flex items-center gap-2">
        <Checkbox
          checked={values['terms'] === 'yes'}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : 'terms-error'}
          onChange={isOn => registerForm.setValue('terms', isOn ? 'yes' : '')}
          className="h-4 w-4"
        />
        <span>
          I accept the {terms_url ? <NewTab href={terms_url}>terms</NewTab> : 'terms'} of use
          {privacy_url && (
            <>
              {' '}
              and have read the <NewTab href={privacy_url}>privacy notice</NewTab>
            </>
          )}
        </span>
      </label>
      {error !== null && (
        <p id="terms-error" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

const NewTab = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noreferrer" className="underline">
    {children}
  </a>
)

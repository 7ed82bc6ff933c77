import { MailRequest } from './MailRequest.tsx';

export default function ResendActivationPage() {
  return <MailRequest kind="resend" />;
}

import { MailRequest } from './MailRequest.tsx';

export default function ForgotPasswordPage() {
  return <MailRequest kind="forgot" />;
}

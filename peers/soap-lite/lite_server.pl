#!/usr/bin/perl
# lite_server tcp [PORT]: interfaces/soap/bench-encoded.wsdl on SOAP::Lite, which reads SOAP 1.1 and 1.2 and answers one client after another;
# and interfaces/soap/graphs.wsdl, with whatever it makes of what it is given.
use strict;
use warnings;

use HTTP::Daemon;
use SOAP::Lite;
use SOAP::Transport::HTTP;

my $photo = join '', map { chr(($_ * 31 + 7) & 255) } 0 .. 255;
$photo x= 4096;
my $executions = 0;

sub result { SOAP::Data->name(return => @_) }
sub binary { SOAP::Data->name($_[0] => $_[1])->type('base64Binary') }
sub integers { SOAP::Data->name(return => [map { SOAP::Data->name(item => $_)->type('int') } @_]) }

package Bench;

sub nothing { return; }
sub add { return main::result($_[1] + $_[2])->type('int') }
sub echo { return main::binary(return => $_[1]) }
sub int_array { return main::integers(@{ $_[1] || [] }) }
sub concat { return main::result($_[1] . $_[2])->type('string') }

sub request {
    my ($self, $wanted) = @_;
    my $asked = ($wanted->{photo} // '') =~ /^(true|1)$/;
    return main::result(\SOAP::Data->value(
        SOAP::Data->name(id => $wanted->{id})->type('int'),
        SOAP::Data->name(first_name => 'Ada')->type('string'),
        SOAP::Data->name(last_name => 'Lovelace')->type('string'),
        SOAP::Data->name(age => 36)->type('int'),
        SOAP::Data->name(email => 'ada@example.org')->type('string'),
        SOAP::Data->name(phone => '+44 20 7946 0000')->type('string'),
        SOAP::Data->name(newsletter => 'true')->type('boolean'),
        SOAP::Data->name(latitude => 51.5)->type('float'),
        SOAP::Data->name(longitude => -0.125)->type('float'),
        main::binary(photo => $asked ? $photo : ''),
    ));
}

sub count { return main::result(++$executions)->type('unsignedLong') }

sub sum {
    my $sum = 0;
    $sum += $_ for @{ $_[1] || [] };
    return main::result(($sum + 2**31) % 2**32 - 2**31)->type('int');
}

sub transfer {
    return main::result(\SOAP::Data->value(SOAP::Data->name(code => 1989)->type('int'), main::binary(data => $_[1])));
}

# Raises a fault with a detail, if it divides by 0.
sub divide {
    my ($self, $left, $right) = @_;
    die SOAP::Fault->faultcode('Client')->faultstring("$left / 0")->faultdetail(SOAP::Data->name(number => -1)->type('int'))
        if $right == 0;
    return main::result(int($left / $right))->type('int');
}

package Graphs;

sub echo_node { return main::result($_[1]) }
sub echo_pair { return main::result($_[1]) }
sub echo_nodes { return main::result($_[1]) }
sub echo_texts { return main::result($_[1]) }
sub echo_grid { return main::result($_[1]) }
sub echo_rows { return main::result($_[1]) }
sub echo_coded { return main::result($_[1]) }
sub echo_hues { return main::result($_[1]) }

package main;

die "usage: lite_server tcp [PORT]\n" unless @ARGV && $ARGV[0] eq 'tcp';
my $daemon = SOAP::Transport::HTTP::Daemon->new(
    LocalAddr => $ENV{MANYRPC_LISTEN} // '127.0.0.1',
    LocalPort => $ARGV[1] // 0,
    ReuseAddr => 1,
    Listen => 128,
) or die "it cannot listen: $!";
$daemon->dispatch_with({ 'urn:BENCH_V1' => 'Bench', 'urn:manyrpc.example.graphs' => 'Graphs' });
$SIG{PIPE} = 'IGNORE';
my $port = $daemon->sockport;
# The child serves; this process waits for the end of its input, and ends the child with it.
my $child = fork // die "fork: $!";
if ($child == 0) {
    close STDIN;
    $daemon->handle;
    exit;
}
$| = 1;
print "PORT $port\n";
while (sysread STDIN, my $junk, 256) { }
kill 'KILL', $child;
waitpid $child, 0;
